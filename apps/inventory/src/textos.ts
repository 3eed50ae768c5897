/** Why a save is refused. */
export const texts = {
  deviceTwice: (nombre: string) => `La empresa ya tiene ese dispositivo en ese servidor: «${nombre}».`,
  suspendedByGlobal: 'Un administrador global suspendió el dispositivo: solo él puede reactivarlo.',
  expiryByGlobal: 'Un administrador global puso ese vencimiento: solo él puede cambiarlo.',
  returnSuspended: 'Un administrador global suspendió ese dispositivo: solo él puede activarlo.',
  returnExpiry: (day: string) =>
    `Un administrador global puso a ese dispositivo el vencimiento ${day}: regístralo con esa fecha.`,
  enclavamientoStays: 'Un enclavamiento no cambia de empresa',
  protecciones: {
    stays: 'Empresa y placa de una protección no cambian: crea otra',
    full: (most: number) => `La placa ya tiene ${most} protecciones, las más que caben`,
    counter: 'Un contador solo crece: vigila una magnitud que sube y baja',
    needsCounter: 'El caudal se mide con un medidor de volumen',
    withoutFlow: (nombres: string) => `Falta el caudal (m³/h, 10,000 como máximo) de: ${nombres}`,
  },
  needsMaximum: 'Este tipo de switch necesita un tiempo máximo encendido.',
  switchTwice: 'El switch está dos veces.',
  switchStays: 'Un switch no puede cambiar de empresa.',
  savedByOther: (nombre: string) => `Alguien más guardó cambios en «${nombre}»`,
  puntos: {
    stays: 'Empresa, placa y magnitud de un punto no cambian: crea otro',
    fullCompany: (most: number) => `La empresa ya tiene ${most} puntos sin placa, los más que caben`,
    full: (most: number) => `La placa ya tiene ${most} puntos, los más que caben`,
    numbersSpent: 'La placa ya dio todos sus números de punto',
    otherFirmware:
      'Un pin se lee con el firmware de Acequia, que de sí mismo dice campos que empiezan por status.; de otro firmware se toma un campo de sus mensajes',
    noSensor: (pin: number) => `Ningún switch de la placa tiene su sensor en el pin ${pin}`,
    noMeter: 'Ese dispositivo no es un centinela',
    statusHourly: 'La placa dice de sí misma una vez por hora: pon 3600 s',
    ofWhat: 'Di placa_id, o fuente=lorawan',
    whichEmpresa: 'Di la empresa con empresa_id',
    sourceTaken: (nombre: string) => `De ahí ya lee el punto «${nombre}»`,
    pinTaken: (pin: number, nombre: string) => `El pin ${pin} ya es del switch «${nombre}»`,
    readsPin: (pin: number, nombre: string) => `El pin ${pin} ya lo lee el punto «${nombre}»`,
  },
  pins: {
    /** `placa`: with its firmware where that is not ours. */
    missing: (placa: string, numero: number, pin: number, nombre: string) =>
      `La ${placa} ${numero} no tiene el pin ${pin} («${nombre}»).`,
    unfit: (reason: string, nombre: string) => `${reason} («${nombre}»)`,
    placa: (firmware?: string) => (firmware === undefined ? 'placa' : `placa ${firmware}`),
    taken: (pin: number, numero: number, owner: string) =>
      `El pin ${pin} de la placa ${numero} ya es del switch «${owner}».`,
    readsSensor: (pin: number, numero: number, owner: string) =>
      `El pin ${pin} de la placa ${numero} lee el sensor del switch «${owner}»: no puede mover un relevador.`,
    movesRelay: (pin: number, numero: number, owner: string) =>
      `El pin ${pin} de la placa ${numero} mueve el switch «${owner}»: no puede leer un sensor.`,
  },
} as const;
