/** What a message about alarms says. */
export const texts = {
  since: (moment: string, times: number) => `Desde ${moment}${times > 1 ? `, ${times} veces` : ''}.`,
  ended: (moment: string, duration: string) => `Terminó ${moment}; duró ${duration}.`,
  attends: (who: string, when: string, nota: string | null) =>
    `👤 Lo atiende ${who}${when && ` ${when}`}.${nota ? ` «${nota}»` : ''}`,
  alarms: (count: number) => (count === 1 ? '1 aviso' : `${count} avisos`),
  late: (empresa: string, alarms: string) => `${empresa} · ${alarms} mientras no se pudo avisar`,
  more: (others: number) => `… y ${others} más, en la consola.`,
  foot: (numero: number, link: string) => `Mensaje n.º ${numero}${link}`,
} as const;
