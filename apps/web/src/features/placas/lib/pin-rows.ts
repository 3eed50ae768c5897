import {
  pinRefusal,
  type PinRole,
  type Placa,
  type PlacaDetalle,
  type Switch,
  type SwitchSave,
  type TipoSwitch,
} from '@acequia/contracts';

/** A relay pin that the board reports and that no switch has yet, as a row of the form. */
export interface PinRow {
  pin: number;
  /** What the board says of it now. */
  estado: 0 | 1;
  wanted: boolean;
  nombre: string;
  tipo: TipoSwitch;
  /** null = no sensor. */
  sensor: number | null;
}

type Reported = Pick<PlacaDetalle, 'pines' | 'sensores'>;

/** Rows for the pins that are free. A single sensor is offered to all of them: one sensor measures one place. */
export function pinRows(
  { pines, sensores }: Reported,
  switches: readonly Switch[],
  { placa_id: placaId, dialecto }: Pick<Placa, 'placa_id' | 'dialecto'>,
): PinRow[] {
  const used = new Set(switches.filter(({ placa_id }) => placa_id === placaId).map((one) => one.hardware_pin));
  // The server refuses the others.
  const fit = (pin: number, role: PinRole) => dialecto !== 'acequia' || pinRefusal(pin, role) === null;
  const sensor = sensores.length === 1 && fit(sensores[0]!.pin, 'sensor') ? sensores[0]!.pin : null;
  return pines
    .filter(({ pin }) => !used.has(pin) && fit(pin, 'relay'))
    .map(({ pin, estado }) => ({ pin, estado, wanted: true, nombre: `Pin ${pin}`, tipo: 'selenoide', sensor }));
}

/** The switches to save; their places in the panel continue after those that the company has. */
export const switchesOfPins = (
  rows: readonly PinRow[],
  { id, empresa_id }: Pick<Placa, 'id' | 'empresa_id'>,
  zona: string,
  switches: readonly Switch[],
): SwitchSave[] => {
  const last = Math.max(0, ...switches.map(({ switch_site_id }) => switch_site_id));
  return rows
    .filter(({ wanted }) => wanted)
    .map(({ pin, nombre, tipo, sensor }, i) => ({
      nombre,
      tipo,
      zona,
      empresa_id,
      dispositivo_id: id,
      par_numero: 1,
      hardware_pin: pin,
      activo: 1,
      switch_site_id: last + i + 1,
      tiene_sensor: sensor === null ? 0 : 1,
      sensor_pin: sensor,
    }));
};
