import type { Dialog } from './screen.js';

/** What every dialog that edits offers for an active record; it asks before each. */
const OF_ACTIVE = { buttons: ['Guardar', 'Cancelar', 'Suspender', 'Eliminar'], without: ['Reactivar'] };
const OF_INACTIVE = { buttons: ['Guardar', 'Cancelar', 'Reactivar', 'Eliminar'], without: ['Suspender'] };
const OF_NEW = { buttons: ['Guardar', 'Cancelar'], without: ['Suspender', 'Reactivar', 'Eliminar'] };

const asksOf = (what: string) => ({
  Suspender: `¿Suspender ${what}?`,
  Eliminar: `¿Eliminar ${what} PERMANENTEMENTE?`,
});
const asksInactiveOf = (what: string) => ({ Reactivar: `¿Reactivar ${what}?` });

const EMPRESA = {
  maxWidth: 600,
  fields: [
    'Nombre: text, required',
    'Teléfono Celular: tel',
    'Token Telegram: text',
    'Telegram Chat ID: text',
    'Costo de plan $: number',
    'Límite de usuarios: number',
    'Número comunicador: tel',
    'IMEI comunicador: text',
    'Vencimiento plan comunicador: date',
    'Fecha vencimiento: date, required',
    'Activa: switch',
  ],
  added: ['Zona horaria: select', 'Tarifa por kWh $: number', 'Latitud: text', 'Longitud: text', 'Altitud: text'],
};
export const EMPRESA_DIALOGS: readonly Dialog[] = [
  { opens: 'Nueva empresa', dialog: 'Nueva Empresa', ...EMPRESA, ...OF_NEW },
  { opens: 'Editar {empresa}', dialog: 'Editar Empresa', ...EMPRESA, ...OF_ACTIVE, asks: asksOf('esta empresa') },
  {
    opens: 'Editar {cerrada}',
    dialog: 'Editar Empresa',
    ...EMPRESA,
    ...OF_INACTIVE,
    asks: asksInactiveOf('esta empresa'),
  },
];

const usuario = (password: string, empresa: string) => ({
  maxWidth: 600,
  fields: [
    'Nombre: text, required',
    'Correo: email, required',
    `Contraseña: ${password}`,
    'Rol: select',
    `Empresa: ${empresa}`,
    'Dispositivos asignados: several',
    'Switches asignados: several',
    'Activo: switch',
  ],
  options: { Rol: ['usuario', 'admin_empresa', 'admin_global'] },
  values: { Rol: 'usuario' },
});
const EDITED_USUARIOS = (empresa: string): readonly Dialog[] => [
  {
    opens: 'Editar {person}',
    dialog: 'Editar Usuario',
    ...usuario('new password', empresa),
    ...OF_ACTIVE,
    asks: asksOf('este usuario'),
  },
  {
    opens: 'Editar {suspended}',
    dialog: 'Editar Usuario',
    ...usuario('new password', empresa),
    ...OF_INACTIVE,
    asks: asksInactiveOf('este usuario'),
  },
];
export const USUARIO_DIALOGS: readonly Dialog[] = [
  {
    opens: 'Nuevo usuario',
    dialog: 'Nuevo Usuario',
    ...usuario('new password, required', 'select, required'),
    // Both lists wait for a company.
    fields: usuario('new password, required', 'select, required').fields.map((one) =>
      one.endsWith(': several') ? `${one}, disabled` : one,
    ),
    ...OF_NEW,
  },
  ...EDITED_USUARIOS('select, required'),
];
/** An admin_empresa's people belong to their own company. */
export const OWN_USUARIO_DIALOGS: readonly Dialog[] = [
  {
    opens: 'Nuevo usuario',
    dialog: 'Nuevo Usuario',
    ...usuario('new password, required', 'text, read-only, disabled'),
    values: { Rol: 'usuario', Empresa: '{empresa}' },
    ...OF_NEW,
  },
  ...EDITED_USUARIOS('text, read-only, disabled').slice(0, 1),
];

const dispositivo = (empresa: string) => ({
  maxWidth: 600,
  fields: [
    'Nombre: text, required',
    'Shelly ID: text, required',
    'Auth Key: text',
    'Tipo: select, required',
    'Servidor: text',
    `Empresa: ${empresa}`,
    'Fecha vencimiento: date',
  ],
  added: ['Sitio: text'],
  options: { Tipo: ['shelly_1', 'shelly_pro3m', 'otro'] },
});
const edited = (empresa: string) => ({
  dialog: 'Editar Dispositivo',
  ...dispositivo(empresa),
  fields: [...dispositivo(empresa).fields, 'Activo: switch', 'Suspendido: switch'],
});
export const dispositivoDialogs = (empresa: string): readonly Dialog[] => [
  { opens: 'Nuevo dispositivo', dialog: 'Nuevo Dispositivo', ...dispositivo(empresa), ...OF_NEW },
  { opens: 'Editar {bomba}', ...edited(empresa), ...OF_ACTIVE, asks: asksOf('este dispositivo') },
  { opens: 'Editar {stopped}', ...edited(empresa), ...OF_INACTIVE, asks: asksInactiveOf('este dispositivo') },
];

const HEAD = ['Empresa: text, read-only, disabled', 'ID Dispositivo (ESP32): number, required'];
const PLACE = [
  'Sitio / Ubicación: text, required',
  'Pin sensor Temp/Hum (opcional): number',
  '¿Incluye Sensor Temp/Hum?: switch',
];
const RELAY = ['Nombre: text, required', 'Tipo: select, required', 'Pin ESP32: number, required'];
const SINGLE = ['Nombre Switch: text, required', 'Tipo Switch: select, required', 'Pin ESP32: number, required'];
const TIPOS = ['selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'];
const PANEL = {
  maxWidth: 900,
  buttons: ['Guardar', 'Cancelar', 'REGRESAR'],
  // A longest time and a flow for each switch.
  added: ['Tiempo máximo encendido: number', 'Unidad: select', 'Caudal (m³/h): number', 'Activo: switch'],
};
export const SWITCH_DIALOGS: readonly Dialog[] = [
  {
    opens: 'Editar {respaldo}',
    dialog: 'Editar Switch',
    ...PANEL,
    fields: [
      ...HEAD,
      'Sitio / Ubicación (opcional): text',
      '¿Cuántos pares de switches en el panel?: number, disabled',
      '¿Cuántos switches individuales?: number, disabled',
      ...PLACE,
      ...SINGLE,
    ],
    texts: ['Switch Individual #1'],
    options: { 'Tipo Switch': TIPOS },
    values: { Empresa: '{empresa}', 'Nombre Switch': '{respaldo}', 'Tipo Switch': 'motor', 'Pin ESP32': '16' },
  },
  {
    opens: 'Nuevo switch / panel',
    dialog: 'Nuevo Panel de Switches',
    ...PANEL,
    fill: { '¿Cuántos pares de switches en el panel?': '1', '¿Cuántos switches individuales?': '1' },
    fields: [
      ...HEAD,
      'Sitio / Ubicación (opcional): text',
      '¿Cuántos pares de switches en el panel?: number',
      '¿Cuántos switches individuales?: number',
      ...PLACE,
      ...RELAY,
      ...RELAY,
      ...PLACE,
      ...SINGLE,
    ],
    texts: ['Par #1', 'Switch A', 'Switch B', 'Switch Individual #1'],
    options: { Tipo: TIPOS, 'Tipo Switch': TIPOS },
    values: { Empresa: '{empresa}' },
  },
];
