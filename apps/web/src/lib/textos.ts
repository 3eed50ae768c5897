/** Texts of what draws nothing by itself. */
export const texts = {
  yes: 'Sí',
  no: 'No',
  noConnection: 'No hay conexión con el servidor.',
  unexpected: 'Ocurrió un error inesperado.',
  sessionEnded: 'Tu sesión terminó. Vuelve a entrar.',
  workbook: 'Es un libro de Excel: guárdalo como CSV y elige ese archivo.',
  /** For the browser's log. */
  consoleNotLoaded: 'No se pudo cargar la consola',
  notLoaded: 'No se pudo cargar',
  notDownloaded: 'No se pudo descargar',
  notReadyOffline: 'No se pudo preparar la consola para abrirse sin conexión',
  stateNotKept: 'No se pudo guardar el último estado',
  /** What the browser puts before the city of a zone. */
  zonePrefix: 'hora de ',
  inZone: (city: string) => ` (hora de ${city})`,
} as const;

/** Names of cities that Chromium does not know in Spanish. */
export const CITIES: readonly (readonly [zone: string, name: string])[] = [
  ['America/Mexico_City', 'Ciudad de México'],
  ['America/Mazatlan', 'Mazatlán'],
  ['America/Cancun', 'Cancún'],
  ['America/Merida', 'Mérida'],
  ['America/Bahia_Banderas', 'Bahía de Banderas'],
];

/** The first part of a zone. */
export const REGIONS: Readonly<Record<string, string>> = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Asia: 'Asia',
  Atlantic: 'Atlántico',
  Australia: 'Australia',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
};
