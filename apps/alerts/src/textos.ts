/** Why a request is refused. */
export const texts = {
  platform: 'Plataforma',
  noWeek: 'Esa semana ya pasó o falta mucho para ella',
  notOfRota: 'Esa persona no es de la guardia',
  chooseEmpresa: 'Elige una empresa',
  tooManyChannels: (most: number) => `Una empresa tiene ${most} canales como máximo`,
  channelTwice: 'A ese destino ya se le avisa',
  invalidEmail: 'El correo no es válido',
  invalidWebhook: 'La dirección del webhook no es válida.',
  webhookAddress: 'Debe ser una dirección https:// sin usuario ni contraseña',
  pushNotAllowed: 'La dirección de la suscripción no está permitida',
  tooManyBrowsers: (most: number) => `Máximo ${most} navegadores`,
  noThreshold: 'Este aviso no tiene un umbral',
  noLimit: (magnitud: string) => `${magnitud} no tiene alto ni bajo`,
  silence: {
    tooFarAhead: 'Un silencio empieza en 90 días como máximo',
    endsInPast: 'El silencio debe terminar después de ahora',
    endsBeforeStart: 'El silencio debe terminar después de empezar',
    tooLong: 'Un silencio dura 30 días como máximo',
  },
} as const;
