export const textos = {
  encabezado: 'Mis dispositivos',
  menu: 'Menú principal',
  panelSwitch: 'Panel Switch',
  dispositivos: 'Dispositivos',
  cuenta: 'Mi cuenta',
  salir: 'Salir',
} as const;
