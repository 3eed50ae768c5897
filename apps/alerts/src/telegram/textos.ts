/** Answers to presses and codes in a chat. */
export const texts = {
  stranger: 'Vincula tu Telegram con tu usuario en Mi cuenta para usar los botones.',
  buttonGone: 'Ese botón ya no vale.',
  alarmOver: 'Ya terminó: no hay nada que hacer.',
  acknowledged: (count: number) => (count === 1 ? 'Reconocido.' : `${count} avisos reconocidos.`),
  alreadyAcknowledged: 'Ya estaba reconocido.',
  notAllowed: 'No tienes permiso para hacer esto.',
  noSwitch: 'Ese aviso no es de un switch.',
  askedOff: 'Se pidió apagar el switch.',
  noFailedTurn: 'Ese aviso no es de un riego.',
  wouldRecover: (count: number, lasts: string, at: string) =>
    `${count === 1 ? 'Faltan' : `De ${count} riegos faltan`} ${lasts}; empezaría ${at}. Toca «Recuperar» otra vez en 10 minutos para aceptarlo.`,
  recovers: (count: number, at: string) =>
    count === 1 ? `Se recuperará: empieza ${at}.` : `Se recuperarán ${count} riegos: el primero empieza ${at}.`,
  wholeEmpresa: 'Ese aviso es de toda la empresa: silénciala en la consola.',
  silenceReason: 'Silenciado desde Telegram',
  silenced: 'Silenciado por 2 horas.',
  linked: (nombre: string) => `Listo, ${nombre}: los botones de los avisos te obedecen.`,
  invalidCode: 'Ese código no vale o ya venció. Pide otro en Mi cuenta.',
  trial: 'Prueba de Acequia: los avisos de la empresa llegarán a este chat.',
  buttons: {
    silence: 'Silenciar 2 h',
    acknowledge: (count: number) => (count === 1 ? 'Reconocer' : 'Reconocer todos'),
    turnOff: 'Apagar este switch',
    recover: 'Recuperar',
  },
} as const;
