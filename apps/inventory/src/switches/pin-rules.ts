import {
  AppError,
  pinWarning,
  type Detail,
  type Dialecto,
  pinExists,
  relayExists,
  NOMBRE_DIALECTO,
} from '@acequia/contracts';

/** The pins of a switch after the save. */
export interface PinesDeSwitch {
  nombre: string;
  placa_id: number;
  /** The board's number, for messages to people. */
  numero: number;
  dialecto: Dialecto;
  hardware_pin: number;
  sensor_pin: number | null;
}

const inTheBatch = (index: number, campo: 'hardware_pin' | 'sensor_pin', mensaje: string): { detalles: Detail[] } => ({
  detalles: [{ campo: `body.switches.${index}.${campo}`, mensaje }],
});

const ocupado = (index: number, campo: 'hardware_pin' | 'sensor_pin', texto: string): AppError =>
  new AppError('pin_ocupado', { texto, ...inTheBatch(index, campo, texto) });

const requireExisting = (pines: PinesDeSwitch, index: number, campo: 'hardware_pin' | 'sensor_pin'): void => {
  const { [campo]: pin, dialecto } = pines;
  if (pin === null || (campo === 'hardware_pin' ? relayExists(dialecto, pin) : pinExists(pin))) return;
  const placa = dialecto === 'acequia' ? 'placa' : `placa ${NOMBRE_DIALECTO[dialecto]}`;
  const texto = `La ${placa} ${pines.numero} no tiene el pin ${pin} («${pines.nombre}»).`;
  throw new AppError('pin_inexistente', { texto, ...inTheBatch(index, campo, texto) });
};

const clave = (placa_id: number, pin: number): string => `${placa_id}/${pin}`;

/**
 * Checks the rules of DEC-5 on a whole save: `batch` is what is being saved, `others` every other switch of the boards concerned. A relay
 * pin belongs to one switch only and is not a sensor pin; several switches may share a sensor pin. On boards of other firmwares relays
 * and sensors have separate numbers, given by the firmware. Answers the warnings.
 * @throws AppError `pin_inexistente` or `pin_ocupado`, with pin, board and switch
 */
export const inspectPins = (batch: readonly PinesDeSwitch[], others: readonly PinesDeSwitch[]): string[] => {
  const relays = new Map(others.map((otro) => [clave(otro.placa_id, otro.hardware_pin), otro.nombre]));
  const sensores = new Map<string, string>();
  for (const otro of [...others, ...batch])
    if (otro.sensor_pin !== null && otro.dialecto === 'acequia')
      sensores.set(clave(otro.placa_id, otro.sensor_pin), otro.nombre);

  batch.forEach((pines, index) => {
    requireExisting(pines, index, 'hardware_pin');
    requireExisting(pines, index, 'sensor_pin');
    const { numero, hardware_pin: pin } = pines;
    const place = clave(pines.placa_id, pin);
    const owner = relays.get(place);
    if (owner !== undefined)
      throw ocupado(index, 'hardware_pin', `El pin ${pin} de la placa ${numero} ya es del switch «${owner}».`);
    relays.set(place, pines.nombre);
    const lector = sensores.get(place);
    if (lector !== undefined)
      throw ocupado(
        index,
        'hardware_pin',
        `El pin ${pin} de la placa ${numero} lee el sensor del switch «${lector}»: no puede mover un relevador.`,
      );
  });
  batch.forEach((pines, index) => {
    if (pines.sensor_pin === null || pines.dialecto !== 'acequia') return;
    const owner = relays.get(clave(pines.placa_id, pines.sensor_pin));
    if (owner !== undefined)
      throw ocupado(
        index,
        'sensor_pin',
        `El pin ${pines.sensor_pin} de la placa ${pines.numero} mueve el switch «${owner}»: no puede leer un sensor.`,
      );
  });
  return avisos(batch);
};

const avisos = (batch: readonly PinesDeSwitch[]): string[] => {
  const texts = batch
    .filter(({ dialecto }) => dialecto === 'acequia')
    .flatMap(({ hardware_pin, sensor_pin }) => (sensor_pin === null ? [hardware_pin] : [hardware_pin, sensor_pin]))
    .map(pinWarning)
    .filter((aviso) => aviso !== null);
  return [...new Set(texts)];
};
