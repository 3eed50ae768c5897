import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import * as records from '../../test/records.js';

export const NOW = 1_795_530_000_000;

export const switchOf = (changes: Partial<SwitchEnVivo>): SwitchEnVivo =>
  records.liveSwitch({ id: 1, nombre: 'Válvula', placa_ts: NOW, estado_ts: NOW, ...changes });

export const turnoOf = (changes: Partial<Turno>): Turno => records.turnoOf({ switch_id: 1, inicio: NOW, ...changes });
