export const texts = {
  ownDownloads: 'Ya tienes descargas en curso. Espera a que terminen.',
  downloads: 'Ya hay descargas en curso. Espera a que terminen.',
  tooManySensors: (count: number) => `El sitio tiene más de ${count} switches con sensor`,
  tooManyDays: (days: number) => `Máximo ${days} días`,
} as const;

/** The columns of a meter's CSV. */
export const ENERGIA_COLUMNS = {
  fecha: 'Fecha',
  dispositivo: 'Dispositivo',
  voltaje: 'Voltaje',
  corriente: 'Corriente',
  potencia_activa: 'Potencia activa',
  potencia_aparente: 'Potencia aparente',
  factor_potencia: 'Factor de potencia',
  total_act_power: 'Potencia activa total (W)',
  total_aparent_power: 'Potencia aparente total (VA)',
  temp: 'Temperatura (°C)',
  energia: 'Energía (kWh)',
  energia_devuelta: 'Energía devuelta (kWh)',
} as const;

/** The columns of a point's CSV, before its values. */
export const PUNTO_COLUMNS = { fecha: 'Fecha', punto: 'Punto' } as const;
