import { avisoDePin, type Dialecto, existePin, existeRelevador, type Switch } from '@acequia/contracts';
import { textos } from '../textos.js';

/** What a pin of a board does already, by the names of the switches. */
export interface UsoDePin {
  rele?: string;
  sensor?: string;
}
export type PinesUsados = ReadonlyMap<number, UsoDePin>;
export type PapelDePin = 'rele' | 'sensor';

/** The board that the switches of a dialog hang on. On other firmwares than ours pins are their own numbers of relays and of sensors. */
export interface PlacaElegida {
  dialecto: Dialecto;
  usados: PinesUsados;
}

/** The pins that the switches of a board use; `menos` is the switch being edited. */
export function pinesUsados(switches: readonly Switch[], placa: number | null, menos: number | null): PinesUsados {
  const usados = new Map<number, UsoDePin>();
  const anotar = (pin: number, uso: UsoDePin) => usados.set(pin, { ...usados.get(pin), ...uso });
  for (const uno of switches) {
    if (uno.dispositivo_id !== placa || uno.id === menos) continue;
    anotar(uno.hardware_pin, { rele: uno.nombre });
    if (uno.sensor_pin !== null) anotar(uno.sensor_pin, { sensor: uno.nombre });
  }
  return usados;
}

/** Why this pin cannot take the part, as the server would say; null when it can. A sensor may serve several switches. */
export function impedimento(pin: number, papel: PapelDePin, { dialecto, usados }: PlacaElegida): string | null {
  if (papel === 'rele' ? !existeRelevador(dialecto, pin) : !existePin(pin)) return textos.pines.noExiste(pin);
  const uso = usados.get(pin);
  const compartidos = dialecto === 'acequia';
  if (uso?.rele !== undefined && (compartidos || papel === 'rele')) return textos.pines.delRele(pin, uso.rele);
  if (uso?.sensor !== undefined && compartidos && papel === 'rele') return textos.pines.delSensor(pin, uso.sensor);
  return null;
}

/** What a person should know before using this pin. */
export const notaDePin = (pin: number, papel: PapelDePin, placa: PlacaElegida): string | null =>
  impedimento(pin, papel, placa) ?? (placa.dialecto === 'acequia' ? avisoDePin(pin) : null);
