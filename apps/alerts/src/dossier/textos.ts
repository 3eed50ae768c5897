/** What the drawn dossier and its mail say besides its tables. */
export const texts = {
  title: (month: string) => `Dossier de ${month}`,
  mailTitle: (empresa: string, month: string) => `${empresa} · dossier de ${month}`,
  made: (moment: string, zona: string, numero: number) => `Hecho el ${moment} (horas de ${zona}). Versión ${numero}.`,
  tarifa: (tarifa: string) => `Costos con la tarifa de $${tarifa} por kWh.`,
  tarifas: 'Costos con las tarifas por hora de la empresa.',
  noTarifa: 'Sin tarifa por kWh: no hay costos.',
  unknown: '— = no se sabe.',
  hash: (sha256: string) => `Huella SHA-256 de las cifras: ${sha256}`,
  summary: 'Resumen',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  inConsole: (link: string) => `Cifras, PDF y CSV: ${link}`,
  foot: (numero: number) => `Mensaje n.º ${numero}`,
  notOver: 'El mes aún no termina',
} as const;
