import type { DePlaca, MeasurementField, PuntoDriver } from '@acequia/contracts';

export const drivers: Readonly<Record<PuntoDriver, string>> = {
  pulsos: 'Pulsos',
  adc: 'Voltaje',
  ds18b20: 'DS18B20 (temperatura)',
  sht4x: 'SHT4x (temperatura y humedad)',
  bme280: 'BME280 (clima y presión)',
  ads1115: 'ADS1115 (voltaje)',
  modbus: 'Modbus (registro)',
};

export const channels: Readonly<Record<string, string>> = {
  t: 'Temperatura',
  h: 'Humedad',
  p: 'Presión',
  '0': 'Entrada 0',
  '1': 'Entrada 1',
  '2': 'Entrada 2',
  '3': 'Entrada 3',
};

/** Without what it can measure: what it does is beside it. */
export const shortOf = ({ driver }: DePlaca): string =>
  driver === 'modbus' ? 'Registro' : drivers[driver].replace(/ \(.*/, '');

/** Where a sensor of ours is. */
export const lineOf = (fuente: DePlaca): string => {
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
export const meterField = (campo: MeasurementField): string => {
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
export const ownField = (ruta: string): string => {
  const [, pin, what] = /^status\.wear\.(\d+)\.(ops|on_h)$/.exec(ruta) ?? [];
  return pin ? `${WEAR[what as keyof typeof WEAR]} (relevador del pin ${pin})` : (OWN[ruta] ?? ruta);
};
export const isOwn = (ruta: string): boolean => ownField(ruta) !== ruta;
export const lowered = (text: string): string => text.replace(/^./, (first) => first.toLowerCase());
/** The paths that a board with our firmware is known to send. */
export const OWN_FIELDS = Object.keys(OWN);
