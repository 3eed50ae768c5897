/** What an SMS says, before its letters are those of an SMS. */
export const texts = {
  ended: ' Ya terminó.',
  since: (moment: string) => ` Desde ${moment}.`,
  more: (others: number) => ` Y ${others} ${others === 1 ? 'aviso' : 'avisos'} más.`,
  reply: (codigo: string) => `Responde ${codigo} para atenderlo.`,
  verify: (codigo: string) => `Acequia: tu código es ${codigo}. Vale 10 minutos.`,
  nota: 'Por SMS',
} as const;
