export const texts = {
  empresas: 'Empresas',
  dispositivos: 'Dispositivos',
  switches: 'Switches',
  usuarios: 'Usuarios',
  unknown: '—',
  welcome: '¡Bienvenido! Selecciona una opción del menú para administrar tu sistema.',
  cards: {
    empresas: 'Clientes, planes y vencimientos',
    usuarios: 'Quién entra y qué puede ver',
    dispositivos: 'Relevadores en la nube y centinelas',
    switches: 'Tableros, pares y sensores por placa',
  },
} as const;
