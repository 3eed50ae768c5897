import type { Part } from './screen.js';

/** The columns of the lists of records, the same for whoever sees them. */
export const EMPRESAS: Part = {
  part: 'table',
  where: 'main table',
  columns: ['ID', 'Nombre', 'Teléfono', 'Comun. Num.', 'IMEI', 'Plan Vence', 'Vence', 'Activa', 'Acciones'],
  // Acciones does not sort.
  buttons: ['Vence', 'Editar {empresa}'],
  without: ['Acciones'],
  texts: ['2030-05-06', '2099-12-31', 'Sí', 'No'],
};

export const USUARIOS: Part = {
  part: 'table',
  where: 'main table',
  columns: ['ID', 'Nombre', 'Correo', 'Activo', 'Rol', 'Empresa', 'Acciones'],
  buttons: ['Editar {person}'],
  texts: ['usuario', 'admin_empresa', '{empresa}'],
};

export const DISPOSITIVOS: Part = {
  part: 'table',
  where: 'main table',
  columns: ['ID', 'Nombre', 'Shelly ID', 'Tipo', 'Empresa', 'Vence', 'Activo', 'Suspendido', 'Acciones'],
  buttons: ['Editar {bomba}'],
  texts: ['shelly_1', 'shelly_pro3m', '{empresa}', '2099-01-31'],
};

export const SWITCHES: Part = {
  part: 'table',
  where: 'main table',
  columns: [
    ...['ID', 'Nombre', 'Zona', 'Tipo', 'Empresa', 'Dispositivo', 'Par', 'Site ID', 'Pin', 'Sensor', 'Activo'],
    'Acciones',
  ],
  // The longest time on (SWI-2).
  added: ['Máximo'],
  // Acciones does not sort.
  buttons: ['Zona', 'Editar {respaldo}'],
  without: ['Acciones'],
  texts: ['Sí', 'No'],
};
