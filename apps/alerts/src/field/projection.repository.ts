import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Dato = string | number | null | undefined;

/** The projection of the other services' data. */
@Injectable()
export class ProjectionRepository {
  async saveEmpresa(tx: EntityManager, data: EventData<'empresa.guardada'>): Promise<void> {
    const { id, nombre, activa, zona_horaria, fecha_vencimiento } = data;
    const tarifas = data.tarifas ? JSON.stringify(data.tarifas) : null;
    await upsert(tx, 'empresas', 'id', { id, nombre, activa, zona_horaria, fecha_vencimiento, tarifas });
    // The company's own chat is a channel from the start.
    await tx.query(
      `INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo)
       VALUES ($1, 'telegram', 'empresa', 'baja', 1) ON CONFLICT DO NOTHING`,
      [id],
    );
  }

  /** Deletes all data of the company except the audit trail. */
  async eraseEmpresa(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM empresas WHERE id = $1', [id]);
    const tables =
      'placas switches dispositivos puntos reglas avisos silencios canales ajustes suscripciones mensajes destinos resumenes dossieres guardias guardia_cambios sms_dias'.split(
        ' ',
      );
    for (const table of tables) await tx.query(`DELETE FROM ${table} WHERE empresa_id = $1`, [id]);
  }

  /** Deletes how a person was reached; who did what stays in the audit trail. */
  async deleteUsuario(tx: EntityManager, id: number): Promise<void> {
    const tables = 'vinculos codigos telefonos telefonos_pedidos sms suscripciones canales descansos'.split(' ');
    for (const table of tables) await tx.query(`DELETE FROM ${table} WHERE usuario_id = $1`, [id]);
  }

  async savePlaca(tx: EntityManager, data: EventData<'placa.guardada'>): Promise<void> {
    const { placa_id, empresa_id, numero, revocada, nombre = '', sitio } = data;
    await upsert(tx, 'placas', 'placa_id', { placa_id, empresa_id, numero, revocada, nombre, sitio });
  }

  async saveSwitch(tx: EntityManager, data: EventData<'switch.guardado'>): Promise<void> {
    const { id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo, max_encendido_s } = data;
    const sensor_pin = data.tiene_sensor === 1 ? data.sensor_pin : null;
    const fila = { id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, sensor_pin, activo, max_encendido_s };
    await upsert(tx, 'switches', 'id', fila);
  }

  async saveDispositivo(tx: EntityManager, data: EventData<'dispositivo.guardado'>): Promise<void> {
    const { id, empresa_id, nombre, tipo, activo, suspendido, fecha_vencimiento, sitio, vigila_switch_id } = data;
    const fila = { id, empresa_id, nombre, tipo, activo, suspendido, fecha_vencimiento, sitio, vigila_switch_id };
    await upsert(tx, 'dispositivos', 'id', fila);
  }

  async savePunto(tx: EntityManager, data: EventData<'punto.guardado'>): Promise<void> {
    const { id, empresa_id, placa_id, nombre, sitio, magnitud, cada_s, activo, concesion_m3 = null } = data;
    const fila = { id, empresa_id, placa_id, nombre, sitio, magnitud, cada_s, activo, concesion_m3 };
    await upsert(tx, 'puntos', 'id', fila);
  }

  /** Returns the company that owned the row; null = there was no row. */
  async delete(
    tx: EntityManager,
    table: 'placas' | 'switches' | 'dispositivos' | 'puntos',
    id: number,
  ): Promise<number | null> {
    const key = table === 'placas' ? 'placa_id' : 'id';
    const [rows] = (await tx.query(`DELETE FROM ${table} WHERE ${key} = $1 RETURNING empresa_id`, [id])) as [
      { empresa_id: number }[],
      number,
    ];
    return rows[0]?.empresa_id ?? null;
  }
}

const upsert = async (tx: EntityManager, table: string, key: string, row: Record<string, Dato>): Promise<void> => {
  const names = Object.keys(row);
  const news = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`);
  await tx.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})
     ON CONFLICT (${key}) DO UPDATE SET ${news.join(', ')}`,
    names.map((name) => row[name] ?? null),
  );
};
