import type { SwitchEnVivo, Turno } from '@acequia/contracts';

export const NOW = 1_795_530_000_000;

export const switchOf = (changes: Partial<SwitchEnVivo>): SwitchEnVivo => ({
  id: 1,
  nombre: 'Válvula',
  tipo: 'selenoide',
  zona: 'Sector 1',
  empresa_id: 1,
  dispositivo_id: 1,
  placa_id: 1,
  par_numero: 1,
  switch_site_id: 1,
  hardware_pin: 4,
  tiene_sensor: 0,
  sensor_pin: null,
  activo: 1,
  max_encendido_s: null,
  caudal_m3h: null,
  version: 1,
  estado: 0,
  estado_ts: NOW,
  temperatura: null,
  humedad: null,
  sensor_ts: null,
  placa_online: 1,
  placa_ts: NOW,
  ...changes,
});

export const turnoOf = (changes: Partial<Turno>): Turno => ({
  turno_id: '1-1-s1',
  programa_id: 1,
  empresa_id: 1,
  switch_id: 1,
  dispositivo_id: null,
  inicio: NOW,
  segundos: 600,
  via: 'placa',
  real_inicio: null,
  real_segundos: null,
  estado: 'previsto',
  motivo: null,
  manual: 0,
  pendiente: 0,
  litros: null,
  ...changes,
});
