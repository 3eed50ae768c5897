import type { Permiso, TokenAccess } from '@acequia/contracts';

export const texts = {
  notForTokens: 'Esto no se hace con un token: entra a la consola.',
  tokenLacks: (permiso: Permiso) => `El token no tiene el permiso «${permiso}».`,
  tokenHasLimit: 'El token tiene un tiempo máximo de encendido, y esto enciende por otro.',
  notBySitio: 'El token vale para algunos sitios, y esto no se limita por sitio.',
  tooMuchAtSitios: (most: number) =>
    `En los sitios del token hay más de ${most} switches y dispositivos: haz varios tokens, o uno sin sitios.`,
  whichEmpresa: 'El token vale para varias empresas: di cuál con empresa_id en la dirección',
  api: 'Consola de telemetría y control agrícola.',
  notAFile: 'Manda el archivo tal cual, como application/octet-stream.',
  tooMany: (most: number) => `Máximo ${most} elementos`,
  lorawan: {
    missing: 'El mensaje no lo trae',
    tooDeep: (most: number) => `Tiene más de ${most} niveles`,
    tooMuch: (most: number) => `Tiene más de ${most} valores`,
  },
} as const;

/** What a token needs for a route. */
export const tokenTexts: Readonly<Record<NonNullable<TokenAccess> | 'none', string>> = {
  leer: 'Token: permiso leer.',
  operar: 'Token: permiso operar.',
  operar_sin_limite: 'Token: permiso operar, sin tiempo máximo de encendido.',
  medir: 'Token: permiso medir.',
  administrar: 'Token: permiso administrar.',
  none: 'Ningún token.',
};

/** The columns of the CSV of a switch's derived values. */
export const DERIVED_COLUMNS = [
  'Fecha',
  'Temperatura mínima (°C)',
  'Temperatura máxima (°C)',
  'Temperatura media (°C)',
  'Humedad media (%)',
  'DPV medio (kPa)',
  'Punto de rocío medio (°C)',
  'Grados día',
  'Horas frío',
  'ET0 (mm)',
  'Método de la ET0',
];
