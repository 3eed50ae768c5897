export const et0Texts = {
  help: 'Riega menos cuando las plantas necesitaron menos: cada turno dura ET0 ÷ referencia de lo escrito, nunca más. La ET0 es la de ayer, de las temperaturas de un sensor (Hargreaves–Samani) o escrita a mano.',
  source: 'Ajustar según la ET0',
  sources: { no: 'No ajustar', sensor: 'ET0 de ayer, de un sensor', mano: 'ET0 escrita a mano' },
  sensor: 'Sensor de',
  mm: 'ET0 (mm al día)',
  reference: 'Referencia (mm al día)',
  least: 'A lo menos (%)',
  summary: (source: string, referencia: number | null) => `${source}; referencia ${referencia ?? '?'} mm`,
} as const;
