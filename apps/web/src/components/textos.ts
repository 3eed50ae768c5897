/** Texts of what every screen shares. */
export const texts = {
  skip: 'Saltar al contenido',
  frame: {
    more: 'Más pantallas',
    manage: 'Administrar',
    tabs: 'Accesos directos',
    menu: 'Más',
    fold: 'Plegar el menú',
    unfold: 'Desplegar el menú',
    logOut: 'Salir',
  },
  states: { on: 'ENCENDIDO', off: 'APAGADO', unknown: 'SIN DATO' },
  offline: {
    title: 'Sin conexión con el servidor.',
    outdated: 'Lo que ves puede no ser actual; se actualizará solo al volver.',
    lastKnown: (age: string, when: string) =>
      `Esto es lo último que se supo, ${age} (${when}); se actualizará solo al volver.`,
  },
  partFailed: 'No se pudo mostrar esta parte. Se intenta de nuevo sola.',
  gone: 'Lo que abre este enlace ya no está en la lista.',
  retry: 'Reintentar',
  close: 'Cerrar',
  closeToast: 'Cerrar aviso',
  goBack: 'Regresar',
  toLight: 'Cambiar a modo claro',
  toDark: 'Cambiar a modo oscuro',
  zoneNote: (city: string, there: string, here: string) => `Horas de ${city} (${there}); este equipo: ${here}`,
  download: {
    running: 'Descargando',
    preparing: 'Preparando el archivo…',
    rows: (rows: string) => `${rows} filas`,
    from: (rows: string, total: string) => `${rows} de ${total} filas`,
    mb: (mb: string) => `${mb} MB`,
    cancel: 'Cancelar',
  },
  version: { fresh: 'Hay una versión nueva de la consola.', reload: 'Volver a cargar' },
} as const;
