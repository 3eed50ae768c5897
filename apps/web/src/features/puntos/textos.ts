import {
  numero,
  type DePlaca,
  type MagnitudRow,
  type MeasurementField,
  type NodoLorawan,
  type PuntoDriver,
  type SensorCanal,
} from '@acequia/contracts';

const drivers: Readonly<Record<PuntoDriver, string>> = {
  pulsos: 'Pulsos',
  adc: 'Voltaje',
  ds18b20: 'DS18B20 (temperatura)',
  sht4x: 'SHT4x (temperatura y humedad)',
  bme280: 'BME280 (clima y presión)',
  ads1115: 'ADS1115 (voltaje)',
  modbus: 'Modbus (registro)',
};

const channels: Readonly<Record<string, string>> = {
  t: 'Temperatura',
  h: 'Humedad',
  p: 'Presión',
  '0': 'Entrada 0',
  '1': 'Entrada 1',
  '2': 'Entrada 2',
  '3': 'Entrada 3',
};

/** Without what it can measure: what it does is beside it. */
const shortOf = ({ driver }: DePlaca): string =>
  driver === 'modbus' ? 'Registro' : drivers[driver].replace(/ \(.*/, '');

/** Where a sensor of ours is. */
const lineOf = (fuente: DePlaca): string => {
  if (fuente.driver === 'modbus') return `${fuente.reg} del aparato ${fuente.addr}`;
  if (fuente.driver === 'ds18b20') return `${fuente.addr} en el pin ${fuente.pin}`;
  if ('ch' in fuente) return `${(channels[fuente.ch] ?? fuente.ch).toLowerCase()} en 0x${fuente.addr.toString(16)}`;
  return `en el pin ${fuente.pin}`;
};

const METER: Readonly<Record<string, string>> = {
  voltaje: 'Voltaje',
  corriente: 'Corriente',
  potencia_activa: 'Potencia',
  potencia_aparente: 'Potencia aparente',
  factor_potencia: 'Factor de potencia',
  total_act_power: 'Potencia total',
  total_aparent_power: 'Potencia aparente total',
  temp: 'Temperatura del medidor',
  energia: 'Energía consumida',
  energia_devuelta: 'Energía devuelta',
};
/** A value of a centinela, with its phase. */
const meterField = (campo: MeasurementField): string => {
  const [, base = campo, fase] = /^(.*)_([abc])$/.exec(campo) ?? [];
  return `${METER[base] ?? base}${fase ? ` (fase ${fase.toUpperCase()})` : ''}`;
};

const OWN: Readonly<Record<string, string>> = {
  'status.rssi': 'Señal (dBm)',
  'status.lost': 'Muestras perdidas',
  'status.runs_lost': 'Resultados de turnos perdidos',
  'status.stuck': 'Relevadores que no obedecen',
  'status.chip.heap': 'Memoria libre (bytes)',
  'status.chip.stack': 'Pila libre (bytes)',
  'status.chip.links': 'Conexiones desde el arranque',
  'status.chip.waiting': 'Muestras por entregar',
  'status.chip.clock_s': 'Segundos desde que un servidor le dio la hora',
};
const WEAR = { ops: 'Veces encendido', on_h: 'Horas encendido' } as const;
/** What a board with our firmware says of itself, by its path; another path as it is. */
const ownField = (ruta: string): string => {
  const [, pin, what] = /^status\.wear\.(\d+)\.(ops|on_h)$/.exec(ruta) ?? [];
  return pin ? `${WEAR[what as keyof typeof WEAR]} (relevador del pin ${pin})` : (OWN[ruta] ?? ruta);
};
const isOwn = (ruta: string): boolean => ownField(ruta) !== ruta;
const lowered = (text: string): string => text.replace(/^./, (first) => first.toLowerCase());

export const texts = {
  title: 'Puntos',
  help: 'Lo que miden tus placas: medidores de agua por pulsos, sensores por voltaje o por su bus, y registros de Modbus; lo que dicen tus nodos LoRaWAN; y lo que otros programas envían por la API. El agua de un medidor aparece en los turnos de sus válvulas.',
  fresh: 'Nuevo punto',
  edit: (nombre: string) => `Editar ${nombre}`,
  editShort: 'Editar',
  notFound: 'Este punto no está entre los de la empresa.',
  noRows: 'No se pudieron cargar los puntos. Se intentará de nuevo.',
  empty: 'Esta empresa aún no tiene puntos de medición.',
  columns: {
    nombre: 'Nombre',
    magnitud: 'Magnitud',
    valor: 'Valor',
    sitio: 'Sitio',
    placa: 'Placa',
    fuente: 'De dónde viene',
    mide: 'Mide',
  },
  placa: (numero: number) => `Placa ${numero}`,
  sources: {
    placa: (fuente: DePlaca) => `${shortOf(fuente)} ${lineOf(fuente)}`,
    sensor: (pin: number, ch: SensorCanal) => `Sensor en el pin ${pin}: ${channels[ch]?.toLowerCase()}`,
    mensaje: (ruta: string) => (isOwn(ruta) ? ownField(ruta) : `Mensaje: ${ruta}`),
    centinela: (nombre: string, campo: MeasurementField) => `${nombre}: ${lowered(meterField(campo))}`,
    lorawan: (devEui: string, ruta: string) => `LoRaWAN ${devEui}: ${ruta}`,
    api: 'API',
  },
  noBoard: 'Sin placa: lo envía un programa (API)',
  ofNode: 'Sin placa: lo dice un nodo LoRaWAN',
  meter: (id: number) => `Centinela ${id}`,
  ofMeter: 'Sin placa: lo mide un centinela',
  withoutBoard: 'Sin placa',
  drivers: { ...drivers, sensor: 'El sensor de un switch', mensaje: 'Lo que la placa dice de sí misma' },
  fieldOfMessages: 'Un campo de sus mensajes',
  sensorOf: (pin: number, nombres: readonly string[]) => `Pin ${pin}: ${nombres.join(', ')}`,
  channels,
  meterField,
  ownField,
  ownFields: Object.keys(OWN),
  functions: { 3: 'De retención (función 3)', 4: 'De entrada (función 4)' },
  formats: {
    u16: '16 bits',
    s16: '16 bits con signo',
    u32: '32 bits',
    s32: '32 bits con signo',
    f32: 'Decimal de 32 bits',
    u32l: '32 bits, palabra baja primero',
    s32l: '32 bits con signo, palabra baja primero',
    f32l: 'Decimal de 32 bits, palabra baja primero',
  },
  parities: { n: 'Sin paridad', e: 'Par', o: 'Impar' },
  outputs: (ms: number) => {
    if (ms === 0) return 'Electrónica: pulsos rápidos';
    return ms === 20 ? 'Contacto' : `Contacto que rebota: quieto ${ms} ms`;
  },
  inHex: (addr: number) => `0x${addr.toString(16).toUpperCase()}`,
  switchSinNombre: (id: number) => `Switch ${id}`,
  unused: {
    title: 'Llega sin usar',
    help: 'Lo que dicen tus placas de otro firmware y tus nodos LoRaWAN, y que ningún punto guarda.',
    node: (nombre: string) => `Nodo ${nombre}`,
    refused: (reason: string) => `El punto que lo lee no lo guardó: ${reason}`,
    use: 'Usar',
    useOf: (ruta: string) => `Usar ${ruta}`,
    more: (count: number) => `Ver ${count} más`,
  },
  state: {
    never: 'Todavía no hay un valor actual.',
    noValue: 'El sensor no da valor,',
    value: (value: string, total: boolean) => (total ? `Total ${value},` : `${value},`),
    from: 'Viene de',
    sources: {
      placa: (fuente: DePlaca) =>
        `${shortOf(fuente).replace(/^(Pulsos|Voltaje|Registro)/, (word) => word.toLowerCase())} ${lineOf(fuente)}`,
      sensor: (pin: number, ch: SensorCanal) => `${channels[ch]?.toLowerCase()} de su sensor en el pin ${pin}`,
      mensaje: (ruta: string) => (isOwn(ruta) ? lowered(ownField(ruta)) : `campo ${ruta} de sus mensajes`),
      centinela: (_nombre: string, campo: MeasurementField) => lowered(meterField(campo)),
      lorawan: (devEui: string, ruta: string) => `campo ${ruta} del nodo LoRaWAN ${devEui}`,
      api: 'un programa, por la API',
    },
    node: ({ nombre, recibidos, perdidos }: Pick<NodoLorawan, 'nombre' | 'recibidos' | 'perdidos'>) =>
      `Nodo${nombre ? ` «${nombre}»` : ''}: ${numero(recibidos)} mensajes; en el camino se perdieron ${numero(perdidos)}.`,
    inactive: 'Está inactivo: sus valores no se guardan.',
    measures: 'Mide:',
  },
  sending: {
    title: 'Cómo enviar',
    help: (id: number, unidad: string) =>
      `El id de este punto es ${id}. Envía sus valores${unidad ? ` en ${unidad}` : ''}, hasta 5,000 por solicitud; ts es la hora de cada uno, en milisegundos desde 1970. La respuesta 200 significa que están guardados.`,
    command: (origin: string, id: number) =>
      `curl -X POST ${origin}/api/medidas -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"medidas":[{"punto_id":${id},"ts":'$(date +%s000)',"valor":21.5}]}'`,
  },
  past: {
    title: 'Valores pasados',
    help: 'Un CSV con hora y valor, o el que se descarga de la historia. Una hora sin zona es la de la empresa; un valor vacío dice que no lo hubo. Lo que es de hace rato no da avisos ni cambia el valor actual.',
    file: 'Archivo CSV de valores',
    unread: 'No se pudo leer el archivo',
    review: (file: string) => `Vista previa de ${file}`,
    value: (time: string, value: string) => `${time}: ${value}`,
    more: (count: number, last: string) => `y ${numero(count)} más, hasta ${last}`,
    faults: (count: number) => `${numero(count)} ${count === 1 ? 'línea no se importa' : 'líneas no se importan'}:`,
    line: (linea: number, mensaje: string) => `Línea ${numero(linea)}: ${mensaje}`,
    apply: (count: number) => `Importar ${numero(count)} ${count === 1 ? 'valor' : 'valores'}`,
    part: (done: number, all: number) => `Importando: ${numero(done)} de ${numero(all)}`,
    failed: 'No se importó todo. Puedes importarlo otra vez: lo que ya está no se repite.',
    done: ({ saved, repeated }: { saved: number; repeated: number }) =>
      `Se guardaron ${numero(saved)}${repeated > 0 ? `; ${numero(repeated)} ya estaban` : ''}.`,
    refused: (count: number) => `${numero(count)} no se ${count === 1 ? 'guardó' : 'guardaron'}:`,
    columns: 'No son hora y valor, ni hora, nombre y valor',
    noTime: (text: string) => `«${text}» no es una hora`,
    future: 'La hora está en el futuro',
    noNumber: (text: string) => `«${text}» no es un número, o no se sabe cuál`,
    outside: ({ nombre, minimo, maximo, unidad }: Pick<MagnitudRow, 'nombre' | 'minimo' | 'maximo' | 'unidad'>) =>
      `${nombre} va de ${minimo} a ${maximo} ${unidad}`.trim(),
    twice: 'Otra línea da a esa hora otro valor: cuenta la primera',
    tooMany: (most: number) => `Un archivo tiene a lo más ${numero(most)} valores: importa el resto en otro`,
    empty: 'El archivo no tiene valores',
  },
  history: {
    title: 'Historia',
    range: 'Rango',
    ranges: { day: '24 h', week: '7 días', month: '30 días', year: '1 año' },
    desde: 'Desde',
    hasta: 'Hasta',
    invertedRange: 'La fecha «Desde» debe ser anterior a «Hasta».',
    csv: 'Descargar CSV',
    csvFailed: 'No se pudo descargar el archivo. Inténtalo de nuevo.',
    failed: 'No se pudo cargar la historia. Se intentará de nuevo.',
    empty: 'No hay valores en este rango.',
    again: 'Con la calibración de ahora',
    readingTrail: 'Leyendo los cambios de calibración…',
    trailFailed: 'No se pudieron leer los cambios de calibración. Se intentará de nuevo.',
    neverCalibrated: 'Su calibración no ha cambiado.',
    calibratedSince: (when: string, times: number) =>
      `Recalculado con el factor y la suma de ahora, que son de ${when}${times > 1 ? ` (cambiaron ${numero(times)} veces)` : ''}. Lo guardado y el CSV no cambian.`,
    beside: 'Junto con',
    compare: 'Comparar con antes',
    comparing: 'Leyendo el periodo anterior…',
    before: (summary: string) =>
      summary ? `En el periodo anterior, más tenue: ${summary}` : 'El periodo anterior se dibuja más tenue.',
    nothingBefore: 'Del periodo anterior no hay valores.',
    then: (value: string) => `Antes: ${value}`,
    grown: (value: string) => `En total: ${value}`,
    between: (least: string, greatest: string) => `Entre ${least} y ${greatest}`,
    band: (mean: string, least: string, greatest: string) => `${mean} (de ${least} a ${greatest})`,
    share: (percent: number) => `${Math.round(percent * 10) / 10} % de sus valores en 1`,
    step: (from: string, to: string) => `${from} a ${to}`,
    winds: ['N', 'E', 'S', 'O'],
    limits: {
      aviso: (above: boolean, value: string) => `Aviso si ${above ? 'pasa' : 'baja'} de ${value}`,
      proteccion: (nombre: string, above: boolean, value: string) =>
        `«${nombre}» apaga si ${above ? 'pasa' : 'baja'} de ${value}`,
      clima: (nombre: string, value: string) => `«${nombre}» enciende en ${value}`,
    },
  },
  dialog: { fresh: 'Nuevo Punto', edit: 'Editar Punto' },
  fields: {
    nombre: 'Nombre',
    magnitud: 'Magnitud',
    sitio: 'Sitio',
    placa_id: 'Placa',
    driver: 'Lectura',
    pin: 'Pin',
    ms: 'Salida del medidor',
    sensor: 'Sensor',
    rom: 'Dirección del sensor',
    at: 'Dirección',
    ch: 'Qué lee',
    reg: 'Registro',
    fn: 'Tipo de registro',
    format: 'Formato',
    baud: 'Velocidad (baudios)',
    parity: 'Paridad',
    dev_eui: 'DevEUI del nodo',
    dispositivo_id: 'Centinela',
    campo: 'Valor',
    ruta: 'Campo del mensaje',
    ownField: 'Qué dice',
    switches: 'Switches que mide',
    a: 'Factor',
    b: 'Más',
    cada_s: 'Cada (s)',
    concesion_m3: 'Concesión (m³ al año)',
    vuelta: 'Vuelve a 0 después de',
    activo: 'Activo',
  },
  choose: 'Elegir…',
  unread: 'Sin leer',
  helps: {
    a: (driver: string, unidad: string) => {
      if (driver === 'adc' || driver === 'ads1115') return `${unidad} por volt.`;
      if (driver === 'modbus') return 'Lo que dice el registro, por este factor. 0.1 si dice décimas.';
      if (driver === 'bme280')
        return 'Lo que dice el sensor, por este factor: 1 si no hace falta corregirlo. La presión la dice en bar.';
      if (driver === 'ds18b20' || driver === 'sht4x' || driver === 'sensor')
        return 'Lo que dice el sensor, por este factor: 1 si no hace falta corregirlo.';
      if (driver === 'mensaje') return 'Lo que dice la placa, por este factor: lo que vale un pulso, si los cuenta.';
      if (driver === 'centinela') return 'Lo que mide el centinela, por este factor: 1 si no hace falta corregirlo.';
      if (driver === 'lorawan') return 'Lo que dice el nodo, por este factor. 0.1 si envía décimas.';
      return `De un medidor de pulsos: lo que vale un pulso, en ${unidad}.`;
    },
    b: 'Se suma al resultado.',
    ruta: 'Como llega en el mensaje de la placa, por ejemplo SENSOR.SHT3X.Pressure.',
    rutaOfStatus: 'Lo dice cada hora. Con el factor 0.001 los bytes son kB.',
    ms: 'Un contacto (reed, relé) da hasta 25 pulsos por segundo; una salida electrónica (Hall, turbina, S0), miles.',
    rom: '16 dígitos hexadecimales que empiezan con 28. La placa los dice en su consola serie: «buscar» y el pin.',
    i2c: 'En los pines 21 (SDA) y 22 (SCL) de la placa.',
    modbus: 'De 1 a 247, como está puesta en el aparato. RS-485 va en los pines 16 (RX), 17 (TX) y 4 (DE) de la placa.',
    reg: 'Empieza en 0: un manual que dice 40001 es el 0 de retención, y 30001 el 0 de entrada.',
    dev_eui: '16 dígitos hexadecimales, como están en la etiqueta.',
    rutaOfNode: 'De lo que decodifica el servidor; @bateria, @rssi y @snr son del mensaje mismo.',
    concesion: 'Lo que puede sacar de enero a diciembre. La cuenta y el dossier dicen cuánto queda.',
    vuelta: 'Lo más que cuenta, como llega: 65536 si es de 16 bits, 100000 si tiene cinco cifras. Vacío: no vuelve.',
    inactive: 'Sus valores no se guardan.',
    cada: (driver: string) =>
      driver === 'api' || driver === 'lorawan'
        ? `Cada cuánto envía el ${driver === 'api' ? 'programa' : 'nodo'}: si tarda mucho más, el valor se marca viejo y se avisa.`
        : undefined,
  },
  errors: {
    noBoard: 'Elige la placa',
    pin: 'Escribe el número del pin',
    at: 'Elige la dirección',
    ch: 'Elige qué lee',
    number: 'Escribe un número',
  },
  calibration: {
    title: 'Calibrar con dos lecturas',
    help: 'Deja el sensor donde otro instrumento mide también, toma la lectura y escribe lo que el otro dice; luego en otro lugar o momento, con un valor distinto. El factor y la suma se calculan solos.',
    waiting: 'Esperando la siguiente lectura del sensor…',
    now: (lectura: string) => `Lectura ahora: ${lectura}`,
    take: (which: number) => `Tomar lectura ${which}`,
    taken: (which: number, lectura: string) => `Lectura ${which}: ${lectura}`,
    value: (which: number, unidad: string) => (unidad ? `Valor real ${which} (${unidad})` : `Valor real ${which}`),
  },
  saved: 'Punto guardado',
  saveError: 'Error al guardar punto',
  eliminar: {
    accion: 'Eliminar',
    question: '¿Eliminar este punto PERMANENTEMENTE?',
    detalle: (nombre: string) => `Se elimina «${nombre}»: se deja de medir y sus valores ya no se muestran.`,
    done: 'Punto eliminado',
    failure: 'No se pudo eliminar el punto',
  },
} as const;
