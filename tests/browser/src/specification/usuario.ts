import type { Part, Screen } from './screen.js';

const COMMON = {
  menu: ['Panel Switch', 'Dispositivos'],
} as const;
const SELECTOR = 'Selecciona Par o Individual para ver historial (gráfica)';
const PANEL = {
  ...COMMON,
  screen: 'Mis Switches',
  path: '/panel/switch',
  title: 'Mis Switches | Acequia',
  headings: ['Mis dispositivos', 'Panel de Estado de Switches', 'Historial General de Encendido/Apagado'],
};
const DISPOSITIVOS = {
  ...COMMON,
  screen: 'Mis Dispositivos',
  path: '/panel/dispositivos',
  title: 'Mis Dispositivos | Acequia',
  headings: ['Mis dispositivos', 'Panel de Dispositivos', 'Actuadores', 'Centinelas'],
};
const section = (title: string): Part => ({
  part: title,
  where: `main section[aria-label="${title}"]`,
  texts: ['LIVE'],
  buttons: ['Refrescar'],
});
const CENTINELA = { ...COMMON, screen: 'Detalle Centinela', title: 'Detalle Centinela | Acequia' };

export const USUARIO: readonly Screen[] = [
  {
    ...PANEL,
    who: 'usuario',
    buttons: ['ACTUALIZAR AHORA', 'DESCARGAR CSV TEMP/HUM', 'Filtrar', 'Descargar CSV Estados', 'Salir'],
    fields: [`${SELECTOR}: select`, 'Desde: date', 'Hasta: date'],
    options: { [SELECTOR]: ['Sector 1 - Válvula A1 / Válvula B1', 'Sector 2 - {respaldo}'] },
    parts: [
      {
        part: 'pairs',
        where: 'main table',
        columns: ['Sitio', 'Sitio', 'Temperatura', 'Humedad'],
        // SIN DATO, not APAGADO, for a switch that never reported (DEC-10).
        texts: [
          ...['Sector 1 - Válvula A1', 'Sector 1 - Válvula B1', 'Sector 2 - {respaldo}'],
          ...['ENCENDIDO', 'APAGADO', 'SIN DATO', '22.5 °C', '48 %', '-'],
        ],
        colours: { ENCENDIDO: 'green', APAGADO: 'red' },
      },
      {
        part: 'chart',
        where: 'main canvas',
        height: 280,
        // The two lines in the legend, and the titles of their axes.
        drawn: ['Temperatura (°C)', 'Humedad (%)', '°C', '%'],
      },
      {
        part: 'general history',
        where: 'main [role=region][aria-label="Historial General de Encendido/Apagado"]',
        height: 350,
        columns: ['Switch (Sitio + Nombre)', 'Estado', 'Fecha y hora'],
        texts: ['Sector 1 - Válvula A1', 'ENCENDIDO', 'APAGADO', '{time}'],
        colours: { ENCENDIDO: 'green', APAGADO: 'red' },
      },
    ],
  },
  {
    ...DISPOSITIVOS,
    who: 'usuario',
    parts: [
      section('Actuadores'),
      {
        part: 'card of an actuator',
        where: 'main [data-dispositivo="{bomba_id}"]',
        headings: ['{bomba}'],
        texts: ['ONLINE', 'ID: {bomba_shelly} · {age}', 'Estado:', 'APAGADO'],
        buttons: ['Encender', 'Apagar', 'Ver detalle'],
      },
      section('Centinelas'),
      {
        part: 'card of a meter',
        where: 'main [data-dispositivo="{centinela_id}"]',
        headings: ['{centinela}'],
        columns: ['Fase A', 'Fase B', 'Fase C'],
        rows: [
          ...['Voltaje (V)', 'Corriente (A)', 'Potencia activa (W)', 'Potencia aparente (VA)', 'Factor de potencia'],
          'Temperatura',
        ],
        texts: ['{decimals}', '{decimals} °C', 'Última lectura: {time}'],
        buttons: ['Ver detalle'],
      },
    ],
  },
  { ...CENTINELA, who: 'usuario', path: '/panel/centinelas/{centinela_id}' },
  { ...CENTINELA, who: 'usuario', path: '/panel/centinela/{centinela_id}' },
  {
    ...PANEL,
    who: 'usuario without anything',
    texts: ['Sin switches asignados', 'Sin historial en el rango seleccionado'],
    buttons: ['ACTUALIZAR AHORA', 'Filtrar'],
    locked: ['DESCARGAR CSV TEMP/HUM', 'Descargar CSV Estados'],
  },
  {
    ...DISPOSITIVOS,
    who: 'usuario without anything',
    texts: ['No tienes actuadores asignados.', 'No tienes centinelas asignados.'],
  },
];
