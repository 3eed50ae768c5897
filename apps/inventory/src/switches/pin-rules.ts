import {
  AppError,
  avisoDePin,
  type Detalle,
  type Dialecto,
  existePin,
  existeRelevador,
  NOMBRE_DIALECTO,
} from '@acequia/contracts';

/** The pins of a switch as it will be stored. */
export interface PinesDeSwitch {
  nombre: string;
  placa_id: number;
  /** The board's number, for the person. */
  numero: number;
  dialecto: Dialecto;
  hardware_pin: number;
  sensor_pin: number | null;
}

const enElLote = (indice: number, campo: 'hardware_pin' | 'sensor_pin', mensaje: string): { detalles: Detalle[] } => ({
  detalles: [{ campo: `body.switches.${indice}.${campo}`, mensaje }],
});

const ocupado = (indice: number, campo: 'hardware_pin' | 'sensor_pin', texto: string): AppError =>
  new AppError('pin_ocupado', { texto, ...enElLote(indice, campo, texto) });

const exigirQueExista = (pines: PinesDeSwitch, indice: number, campo: 'hardware_pin' | 'sensor_pin'): void => {
  const { [campo]: pin, dialecto } = pines;
  if (pin === null || (campo === 'hardware_pin' ? existeRelevador(dialecto, pin) : existePin(pin))) return;
  const placa = dialecto === 'acequia' ? 'placa' : `placa ${NOMBRE_DIALECTO[dialecto]}`;
  const texto = `La ${placa} ${pines.numero} no tiene el pin ${pin} («${pines.nombre}»).`;
  throw new AppError('pin_inexistente', { texto, ...enElLote(indice, campo, texto) });
};

const clave = (placa_id: number, pin: number): string => `${placa_id}/${pin}`;

/**
 * The rules of DEC-5 on a whole save: `lote` is what is being saved, `otros` every other switch of the boards
 * concerned. A relay pin moves one switch only and is not a sensor pin; a sensor pin may serve several switches. On boards
 * of other firmwares pins are the numbers that the firmware gives its relays, and others that it gives its sensors.
 * Throws `pin_inexistente` or `pin_ocupado` naming pin, board and switch; the answer is what to warn of.
 */
export const revisarPines = (lote: readonly PinesDeSwitch[], otros: readonly PinesDeSwitch[]): string[] => {
  const reles = new Map(otros.map((otro) => [clave(otro.placa_id, otro.hardware_pin), otro.nombre]));
  const sensores = new Map<string, string>();
  for (const otro of [...otros, ...lote])
    if (otro.sensor_pin !== null && otro.dialecto === 'acequia')
      sensores.set(clave(otro.placa_id, otro.sensor_pin), otro.nombre);

  lote.forEach((pines, indice) => {
    exigirQueExista(pines, indice, 'hardware_pin');
    exigirQueExista(pines, indice, 'sensor_pin');
    const { numero, hardware_pin: pin } = pines;
    const lugar = clave(pines.placa_id, pin);
    const dueno = reles.get(lugar);
    if (dueno !== undefined)
      throw ocupado(indice, 'hardware_pin', `El pin ${pin} de la placa ${numero} ya es del switch «${dueno}».`);
    reles.set(lugar, pines.nombre);
    const lector = sensores.get(lugar);
    if (lector !== undefined)
      throw ocupado(
        indice,
        'hardware_pin',
        `El pin ${pin} de la placa ${numero} lee el sensor del switch «${lector}»: no puede mover un relevador.`,
      );
  });
  lote.forEach((pines, indice) => {
    if (pines.sensor_pin === null || pines.dialecto !== 'acequia') return;
    const dueno = reles.get(clave(pines.placa_id, pines.sensor_pin));
    if (dueno !== undefined)
      throw ocupado(
        indice,
        'sensor_pin',
        `El pin ${pines.sensor_pin} de la placa ${pines.numero} mueve el switch «${dueno}»: no puede leer un sensor.`,
      );
  });
  return avisos(lote);
};

const avisos = (lote: readonly PinesDeSwitch[]): string[] => {
  const textos = lote
    .filter(({ dialecto }) => dialecto === 'acequia')
    .flatMap(({ hardware_pin, sensor_pin }) => (sensor_pin === null ? [hardware_pin] : [hardware_pin, sensor_pin]))
    .map(avisoDePin)
    .filter((aviso) => aviso !== null);
  return [...new Set(textos)];
};
