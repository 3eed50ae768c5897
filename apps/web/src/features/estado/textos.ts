import type { Condicion, Descartado } from '@acequia/contracts';

const conditions: Readonly<Record<Condicion, string>> = {
  servicio: 'Servicio ausente',
  atraso: 'Atraso',
  descartes: 'Descartes',
  disco: 'Disco',
  respaldo: 'Respaldo',
  certificado: 'Certificado',
};
const kinds: Readonly<Record<Descartado['clase'], string>> = { evento: 'Evento', trabajo: 'Trabajo' };

export const texts = {
  title: 'Estado del sistema',
  failure: 'No se pudo leer el estado.',
  stale: (moment: string) => `No se pudo leer otra vez: esto es lo que se supo el ${moment}.`,
  retry: 'Reintentar',
  now: 'Qué atender',
  inOrder: 'Todo en orden.',
  conditions,
  grave: 'Grave',
  parts: { disco: 'Disco libre', respaldo: 'Último respaldo', certificado: 'Certificado', atraso: 'Mayor atraso' },
  free: (percent: number, gigabytes: string) => `${percent} % (${gigabytes} GB)`,
  noDisk: 'Sin dato',
  noBackup: 'Ninguno todavía',
  backup: (ago: string, megabytes: string) => `${ago}, ${megabytes} MB`,
  noCertificate: 'Sin certificado propio',
  until: (day: string) => `Hasta ${day}`,
  entries: (count: string) => (count === '1' ? '1 entrada' : `${count} entradas`),
  services: 'Servicios',
  missing: 'No responde',
  since: (ago: string) => `desde ${ago}`,
  version: (version: string) => `versión ${version}`,
  lags: 'Atrasos',
  noLag: 'Nadie va atrasado.',
  jobs: 'Colas de trabajos',
  noJobs: 'Ninguna cola.',
  counts: {
    activos: (n: string) => `${n} en curso`,
    esperan: (n: string) => `${n} por hacer`,
    aplazados: (n: string) => `${n} para más tarde`,
    fallidos: (n: string) => (n === '1' ? '1 falló' : `${n} fallaron`),
  },
  idle: 'Al día',
  dead: 'Descartados',
  noDead: 'Nada descartado.',
  more: (shown: number, total: string) =>
    shown === 1 ? `El más nuevo de ${total}.` : `Los ${shown} más nuevos de ${total}.`,
  kinds,
  of: (name: string, service: string) => `${name} en ${service}`,
  retried: 'Se intenta otra vez.',
  retryFailed: 'No se pudo reintentar',
  retryThis: (name: string) => `Reintentar ${name}`,
} as const;
