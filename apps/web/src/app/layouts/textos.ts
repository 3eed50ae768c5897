export const texts = {
  heading: 'Mis dispositivos',
  menu: 'Menú principal',
  panelSwitch: 'Panel Switch',
  dispositivos: 'Dispositivos',
  cuenta: 'Mi cuenta',
  logOut: 'Salir',
} as const;
