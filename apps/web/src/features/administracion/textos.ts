export const textos = {
  menu: 'Menú de administración',
  dashboardGlobal: 'Dashboard Global',
  empresas: 'Empresas',
  dispositivos: 'Dispositivos',
  switches: 'Switches',
  usuarios: 'Usuarios',
  placas: 'Placas: conexión y credenciales',
  comandos: 'Comandos: qué se pidió y qué pasó',
  resumen: 'Resumen',
  salir: 'Salir',
  bienvenida: '¡Bienvenido! Selecciona una opción del menú para administrar tu sistema.',
  tarjetas: {
    empresas: 'Clientes, planes y vencimientos',
    usuarios: 'Quién entra y qué puede ver',
    dispositivos: 'Relevadores en la nube y centinelas',
    switches: 'Tableros, pares y sensores por placa',
  },
} as const;
