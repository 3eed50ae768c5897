export const textos = {
  encabezado: 'Mis dispositivos',
  menu: 'Menú principal',
  panelSwitch: 'Panel Switch',
  dispositivos: 'Dispositivos',
  cuenta: 'Mi cuenta',
  logOut: 'Salir',
} as const;
