import {
  type EstadoPlaca,
  type Known,
  type Switch,
  type SwitchEnVivo,
  type SwitchOperation,
  toldIn,
} from '@acequia/contracts';
import type { SwitchConPlaca } from './switches.repository.js';

export const inContract = (row: SwitchConPlaca): Switch => ({
  id: row.id,
  nombre: row.nombre,
  tipo: row.tipo,
  zona: row.zona,
  empresa_id: row.empresa_id,
  dispositivo_id: row.placa.numero,
  placa_id: row.placa_id,
  par_numero: row.par_numero,
  switch_site_id: row.switch_site_id,
  hardware_pin: row.hardware_pin,
  tiene_sensor: row.tiene_sensor,
  sensor_pin: row.sensor_pin,
  activo: row.activo,
  max_encendido_s: row.max_encendido_s,
  caudal_m3h: row.caudal_m3h,
  version: row.version,
});

/**
 * A switch with its board's last report: `estado` of its own relay pin, temperature and humidity of its sensor pin. A value that the
 * board never reported is null, never a guess. `known`: the switches that its sentence may name.
 */
export const liveSwitch = (fila: Switch, placa: EstadoPlaca | undefined, known: Known): SwitchEnVivo => {
  const relay = placa?.pines.find(({ pin }) => pin === fila.hardware_pin);
  const control = placa?.mandos?.find(({ switch_id }) => switch_id === fila.id);
  const sensor =
    fila.tiene_sensor === 1 && fila.sensor_pin !== null
      ? placa?.sensores.find(({ pin }) => pin === fila.sensor_pin)
      : undefined;
  // Field by field: spreading ten thousand rows made slow objects, and a second of garbage collection.
  return {
    id: fila.id,
    nombre: fila.nombre,
    tipo: fila.tipo,
    zona: fila.zona,
    empresa_id: fila.empresa_id,
    dispositivo_id: fila.dispositivo_id,
    placa_id: fila.placa_id,
    par_numero: fila.par_numero,
    switch_site_id: fila.switch_site_id,
    hardware_pin: fila.hardware_pin,
    tiene_sensor: fila.tiene_sensor,
    sensor_pin: fila.sensor_pin,
    activo: fila.activo,
    max_encendido_s: fila.max_encendido_s,
    caudal_m3h: fila.caudal_m3h,
    version: fila.version,
    estado: relay?.estado ?? null,
    estado_ts: relay?.ts ?? null,
    temperatura: sensor?.temperatura ?? null,
    humedad: sensor?.humedad ?? null,
    sensor_ts: sensor?.ts ?? null,
    temperatura_ts: sensor?.temperatura_ts ?? sensor?.ts ?? null,
    humedad_ts: sensor?.humedad_ts ?? sensor?.ts ?? null,
    placa_online: placa?.online ?? 0,
    placa_ts: placa?.ts ?? null,
    discrepancia: control?.discrepancia ?? 0,
    comando: control?.comando ? commandFor(control.comando, known) : null,
    bloqueo: control?.bloqueo ?? null,
    proteccion: control?.proteccion ?? null,
    fin: control?.fin ?? null,
  };
};

const commandFor = (
  { detalle_datos, detalle, ...comando }: NonNullable<SwitchOperation['comando']>,
  known: Known,
): NonNullable<SwitchEnVivo['comando']> => ({ ...comando, detalle: toldIn(detalle_datos, detalle, known) });
