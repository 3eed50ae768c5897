// Apart from the schemas, so that a browser can load this without zod.

import { typeOfAviso } from './aviso-tipos.js';
import { leftOf } from './concesion.js';
import type { CifrasDossier, TablaDossierClave } from './dossier.js';
import { sumOfKnown } from './sum-of-known.js';

export type CeldaDossier = string | number | null;

interface Column<Fila> {
  /** With its unit. */
  titulo: string;
  /** Of a number, as people read it; a file has it as it is. */
  decimales?: number;
  valor: (fila: Fila, cifras: CifrasDossier) => CeldaDossier;
}

/** A table of the dossier: the screen, the PDF and the CSV show the same. */
export interface TablaDossier {
  titulo: string;
  /** Said in its place when it has no rows. */
  vacia: string;
  columnas: readonly { titulo: string; decimales?: number }[];
  /** `lugar`: the screen of the console where the row's turns or readings are. */
  filas: (cifras: CifrasDossier) => { celdas: CeldaDossier[]; lugar: string }[];
}

const tabla = <Fila>(
  titulo: string,
  vacia: string,
  lista: (cifras: CifrasDossier) => readonly Fila[],
  lugar: (fila: Fila, cifras: CifrasDossier) => string,
  columnas: readonly Column<Fila>[],
): TablaDossier => ({
  titulo,
  vacia,
  columnas,
  filas: (cifras) =>
    lista(cifras).map((fila) => ({
      celdas: columnas.map(({ valor }) => valor(fila, cifras)),
      lugar: lugar(fila, cifras),
    })),
});

/** The days of the month, as screens take them in their address. */
const daysOf = ({ mes }: CifrasDossier): string => {
  const [year = 0, month = 0] = mes.split('-').map(Number);
  return `desde=${mes}-01&hasta=${new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)}`;
};

const byName = (a: string, b: string): number => a.localeCompare(b, 'es', { numeric: true });
const minutes = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 60));

export const TABLAS_DOSSIER: Readonly<Record<TablaDossierClave, TablaDossier>> = {
  valvulas: tabla(
    'Agua por válvula',
    'Ninguna válvula tuvo turnos en el mes.',
    ({ valvulas }) => [...valvulas].sort((a, b) => byName(a.sector, b.sector) || byName(a.nombre, b.nombre)),
    ({ switch_id, dispositivo_id }, cifras) =>
      switch_id === null ? `/dispositivos/${dispositivo_id ?? 0}` : `/switches/${switch_id}?${daysOf(cifras)}`,
    [
      { titulo: 'Nombre', valor: ({ nombre }) => nombre },
      { titulo: 'Sector', valor: ({ sector }) => sector },
      { titulo: 'Turnos', valor: ({ turnos }) => turnos },
      { titulo: 'Cumplidos', valor: ({ cumplidos }) => cumplidos },
      { titulo: 'Previsto (min)', valor: ({ previstos_s }) => minutes(previstos_s) },
      { titulo: 'Real (min)', valor: ({ reales_s }) => minutes(reales_s) },
      { titulo: 'Prevista (m³)', decimales: 3, valor: ({ m3_previstos }) => m3_previstos },
      { titulo: 'Medida (m³)', decimales: 3, valor: ({ m3_medidos }) => m3_medidos },
      { titulo: 'Turnos sin medir', valor: ({ sin_medir }) => sin_medir },
      { titulo: 'Sin medir, por caudal (m³)', decimales: 3, valor: ({ m3_sin_medir }) => m3_sin_medir },
      { titulo: 'Energía (kWh)', decimales: 3, valor: ({ kwh }) => kwh },
      { titulo: 'Costo ($)', decimales: 2, valor: ({ costo }) => costo },
    ],
  ),
  medidores: tabla(
    'Agua por medidor',
    'La empresa no tiene medidores de agua.',
    ({ medidores }) => [...medidores].sort((a, b) => byName(a.nombre, b.nombre)),
    ({ punto_id }, cifras) => `/puntos/${punto_id}?${daysOf(cifras)}`,
    [
      { titulo: 'Medidor', valor: ({ nombre }) => nombre },
      { titulo: 'Medida (m³)', decimales: 3, valor: ({ m3 }) => m3 },
      { titulo: 'Días sin datos', valor: ({ dias_sin_datos }) => dias_sin_datos },
      { titulo: 'Concesión al año (m³)', decimales: 3, valor: ({ concesion }) => concesion?.m3 ?? null },
      { titulo: 'Usada desde enero (m³)', decimales: 3, valor: ({ concesion }) => concesion?.usada_m3 ?? null },
      {
        titulo: 'Queda (m³)',
        decimales: 3,
        valor: ({ concesion }) => (concesion ? leftOf(concesion.m3, concesion.usada_m3) : null),
      },
      { titulo: 'Días sin datos desde enero', valor: ({ concesion }) => concesion?.dias_sin_datos ?? null },
    ],
  ),
  energia: tabla(
    'Energía por medidor',
    'La empresa no tiene centinelas.',
    ({ energia }) => [...energia].sort((a, b) => byName(a.nombre, b.nombre)),
    ({ dispositivo_id }) => `/dispositivos/${dispositivo_id}`,
    [
      { titulo: 'Centinela', valor: ({ nombre }) => nombre },
      { titulo: 'Energía (kWh)', decimales: 3, valor: ({ kwh }) => kwh },
      { titulo: 'Costo ($)', decimales: 2, valor: ({ costo }) => costo },
      { titulo: 'Días sin datos', valor: ({ dias_sin_datos }) => dias_sin_datos },
      { titulo: 'Días incompletos', valor: ({ dias_incompletos }) => dias_incompletos },
    ],
  ),
  energia_periodos: tabla(
    'Energía por periodo de tarifa',
    'Sin tarifas o sin energía medida: no hay periodos.',
    ({ energia_periodos = [] }) =>
      [...energia_periodos].sort(
        (a, b) => byName(a.nombre, b.nombre) || byName(a.periodo, b.periodo) || a.precio - b.precio,
      ),
    ({ dispositivo_id }) => `/dispositivos/${dispositivo_id}`,
    [
      { titulo: 'Centinela', valor: ({ nombre }) => nombre },
      { titulo: 'Periodo', valor: ({ periodo }) => periodo },
      { titulo: 'Precio ($ por kWh)', decimales: 4, valor: ({ precio }) => precio },
      { titulo: 'Energía (kWh)', decimales: 3, valor: ({ kwh }) => kwh },
      { titulo: 'Costo ($)', decimales: 2, valor: ({ costo }) => costo },
    ],
  ),
  demanda: tabla(
    'Demanda máxima por periodo',
    'Sin tarifas o sin potencia medida: no se sabe la demanda.',
    ({ demanda = [] }) => [...demanda].sort((a, b) => byName(a.periodo, b.periodo)),
    () => '/tarifas',
    [
      { titulo: 'Periodo', valor: ({ periodo }) => periodo },
      { titulo: 'Demanda en 15 min (kW)', decimales: 1, valor: ({ kw }) => kw },
      { titulo: 'Cuándo', valor: ({ inicio }, { zona_horaria }) => momentIn(inicio, zona_horaria) },
      { titulo: 'Contratada (kW)', decimales: 1, valor: ({ limite_kw }) => limite_kw },
    ],
  ),
  avisos: tabla(
    'Avisos por tipo',
    'No hubo avisos en el mes.',
    ({ avisos }) => avisos,
    ({ tipo }) => `/avisos?estado=todos&q=${encodeURIComponent(typeOfAviso(tipo).nombre)}`,
    [
      { titulo: 'Aviso', valor: ({ tipo }) => typeOfAviso(tipo).nombre },
      { titulo: 'Veces', valor: ({ avisos }) => avisos },
      { titulo: 'Reconocidos', valor: ({ reconocidos }) => reconocidos },
      { titulo: 'Sin reconocer', valor: ({ avisos, reconocidos }) => avisos - reconocidos },
      { titulo: 'Hasta reconocer, media (min)', valor: ({ reconocer_media_s }) => minutes(reconocer_media_s) },
      { titulo: 'Hasta reconocer, máximo (min)', valor: ({ reconocer_max_s }) => minutes(reconocer_max_s) },
    ],
  ),
  placas: tabla(
    'Placas',
    'La empresa no tiene placas.',
    ({ placas }) => [...placas].sort((a, b) => a.numero - b.numero),
    ({ placa_id }) => `/placas/${placa_id}`,
    [
      { titulo: 'Placa', valor: ({ numero }) => String(numero) },
      { titulo: 'Nombre', valor: ({ nombre }) => nombre },
      { titulo: 'Cortes', valor: ({ cortes }) => cortes },
      { titulo: 'Sin conexión (min)', valor: ({ sin_enlace_s }) => minutes(sin_enlace_s) },
      { titulo: 'No se sabe (min)', valor: ({ sin_saber_s }) => minutes(sin_saber_s) },
    ],
  ),
  abiertos: tabla(
    'Abierto al terminar el mes',
    'Nada: todo en orden.',
    ({ abiertos }) => abiertos,
    ({ id }) => `/avisos?aviso=${id}`,
    [
      { titulo: 'Desde', valor: ({ desde }, { zona_horaria }) => momentIn(desde, zona_horaria) },
      { titulo: 'Aviso', valor: ({ tipo }) => typeOfAviso(tipo).nombre },
      { titulo: 'Qué', valor: ({ texto }) => texto },
      { titulo: 'Reconocido', valor: ({ reconocido }) => (reconocido === 1 ? 'Sí' : 'No') },
    ],
  ),
};

/** YYYY-MM-DD HH:mm in a zone. */
const momentIn = (ts: number, timeZone: string): string => {
  const two = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en', { year: 'numeric', ...two, timeZone }).formatToParts(ts);
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${of['year']}-${of['month']}-${of['day']} ${of['hour']}:${of['minute']}`;
};

/** A cell as people read it: 12,345.60; — = not known. */
export const textOfCelda = (celda: CeldaDossier, decimales = 0): string => {
  if (celda === null) return '—';
  return typeof celda === 'number' ? grouped(celda.toFixed(decimales)) : celda;
};

const grouped = (figures: string): string => {
  const [whole = '', ...rest] = figures.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+(?!\d))/g, ','), ...rest].join('.');
};

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** A month, YYYY-MM, as people say it. */
export const monthName = (mes: string): string => `${MONTHS[Number(mes.slice(5)) - 1] ?? mes} de ${mes.slice(0, 4)}`;

/** The figures of the month in a few lines. */
export const dossierTotals = ({ valvulas, medidores, energia, avisos, abiertos }: CifrasDossier): string[] => {
  const sum = <Fila>(filas: readonly Fila[], of: (fila: Fila) => number | null, decimales: number): string =>
    textOfCelda(sumOfKnown(filas.map(of)), decimales);
  const unmeasured = valvulas.reduce((turns, { sin_medir }) => turns + sin_medir, 0);
  const began = avisos.reduce((all, one) => all + one.avisos, 0);
  return [
    `Agua de los turnos: prevista ${sum(valvulas, (one) => one.m3_previstos, 3)} m³, medida ${sum(valvulas, (one) => one.m3_medidos, 3)} m³.`,
    `Turnos sin medir: ${unmeasured}; por su caudal declarado, ${sum(valvulas, (one) => one.m3_sin_medir, 3)} m³.`,
    `Agua que contaron los medidores: ${sum(medidores, ({ m3 }) => m3, 3)} m³.`,
    `Energía: ${sum(energia, ({ kwh }) => kwh, 3)} kWh; costo: $${sum(energia, ({ costo }) => costo, 2)}.`,
    `Avisos en el mes: ${began}; abiertos al terminar: ${abiertos.length}.`,
  ];
};
