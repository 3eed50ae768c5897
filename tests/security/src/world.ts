import type { ApiClient, Farm } from '@acequia/testing';
import { type Ids, PAST_MONTH } from './access-matrix.targets.js';

/** Stands for an alarm, because a new farm has none. */
const SIN_AVISOS = 1_999_999_999;

/** The ids of a farm's things, one of each kind; makes those that a farm does not have. */
export const idsOf = async (root: ApiClient, farm: Farm): Promise<Ids> => {
  const { id } = await root.call('dispositivos.crear', {
    body: { nombre: 'Bomba', shelly_id: `c45bbe5f${farm.empresa.id}`, tipo: 'shelly_1', empresa_id: farm.empresa.id },
  });
  const { board, empresa, usuario, switches } = farm;
  const [first, second] = switches;
  if (!first || !second) throw new Error('the farm has no switches');
  const { id: enclavamiento } = await root.call('enclavamientos.crear', {
    body: {
      empresa_id: empresa.id,
      nombre: 'Turno',
      tipo: 'exclusion',
      switches: [first.id, second.id],
      bomba_id: null,
    },
  });
  const { id: punto } = await root.call('puntos.crear', {
    body: {
      empresa_id: empresa.id,
      placa_id: board.placa_id,
      fuente: { tipo: 'placa', driver: 'pulsos', pin: 32 },
      magnitud: 'volumen',
      nombre: 'Medidor',
      mide: { switch_ids: [first.id] },
    },
  });
  const { id: nivel } = await root.call('puntos.crear', {
    body: {
      empresa_id: empresa.id,
      placa_id: board.placa_id,
      fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
      magnitud: 'nivel',
      nombre: 'Pozo',
    },
  });
  const { id: proteccion } = await root.call('protecciones.crear', {
    body: {
      empresa_id: empresa.id,
      nombre: 'Pozo bajo',
      punto_id: nivel,
      cuando: 'abajo',
      valor: 1,
      durante_s: 5,
      apaga: [first.id],
      sin_dato: 'apagar',
      libera: 'persona',
    },
  });
  const deEmpresa = { empresa_id: empresa.id };
  const [regla, silencio, canal] = await Promise.all([
    root.call('avisos.guardar_regla', { body: { ...deEmpresa, tipo: 'temperatura_alta', activa: 1, umbral: 40 } }),
    root.call('avisos.silenciar', { body: { ...deEmpresa, hasta: Date.now() + 3_600_000, motivo: 'Mantenimiento' } }),
    root.call('avisos.agregar_canal', { body: { ...deEmpresa, canal: 'correo', destino: 'avisos@acequia.test' } }),
  ]);
  const placa = { placa: board.placa_id, numero: board.id };
  const { id: programa } = await root.call('programas.crear', {
    body: {
      empresa_id: empresa.id,
      nombre: 'Riego',
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ switch_id: first.id, duracion_s: 60 }],
    },
  });
  const { id: no_regar } = await root.call('no_regar.crear', {
    body: { empresa_id: empresa.id, hasta: Date.now() + 86_400_000, motivo: 'Lluvia' },
  });
  const { id: regla_clima } = await root.call('clima.crear', {
    body: {
      empresa_id: empresa.id,
      nombre: 'Ventilación',
      sensor_switch_id: first.id,
      valor: 'temperatura',
      cuando: 'arriba',
      etapas: [{ switch_id: first.id, enciende: 28, apaga: 26, si_calla: 'apagado' }],
    },
  });
  const { id: muro } = await root.call('muros.crear', { body: { nombre: 'Muro', empresa_id: empresa.id } });
  const { id: token } = await root.call('tokens.crear', {
    body: { ...deEmpresa, nombre: 'ERP', permisos: ['leer'], vence: Date.now() + 86_400_000 },
  });
  const { id: dossier } = await root.call('dossieres.hacer', { body: { ...deEmpresa, mes: PAST_MONTH } });
  return {
    empresa: empresa.id,
    usuario: usuario.id,
    dispositivo: id,
    switch: first.id,
    otroSwitch: second.id,
    enclavamiento,
    proteccion,
    nivel,
    punto,
    programa,
    turno: programa,
    no_regar,
    regla_clima,
    muro,
    token,
    dossier,
    ...placa,
    regla: regla.id ?? 0,
    silencio: silencio.id,
    canal: canal.id,
    aviso: SIN_AVISOS,
    // Only an admin_global may name them.
    imagen: 1,
    actualizacion: 1,
  };
};
