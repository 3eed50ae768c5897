import { AppError, type Caller, type Imagen, IMAGEN_MAX_BYTES, IMAGENES_MAX, notFound } from '@acequia/contracts';
import { requireGlobal, writeAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { readImage } from './image.js';
import { People } from './people.js';
import { texts } from './textos.js';

const COLUMNS =
  'id, sha256, modelo, version, piso::float8 AS piso, bytes, creada_ts::float8 AS creada_ts, usuario_nombre';
const MEGABYTE = 1024 * 1024;

const titleOf = ({ modelo, version }: Pick<Imagen, 'modelo' | 'version'>): string => `${modelo} ${version}`;

/** The images of our firmware that boards may install. */
@Injectable()
export class ImagenesService {
  constructor(
    private readonly db: DataSource,
    private readonly people: People,
  ) {}

  async list(caller: Caller): Promise<Imagen[]> {
    requireGlobal(caller);
    return this.db.query(`SELECT ${COLUMNS} FROM imagenes ORDER BY id DESC`);
  }

  /** One that is stored already is answered as it is. @throws AppError `imagen_invalida`, `limite_imagenes` */
  async upload(caller: Caller, file: Buffer): Promise<Imagen> {
    requireGlobal(caller);
    if (file.length > IMAGEN_MAX_BYTES)
      throw new AppError('imagen_invalida', { texto: texts.image.large(IMAGEN_MAX_BYTES / MEGABYTE) });
    const facts = readImage(file);
    const nombre = await this.people.nameOf(caller);
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('imagenes'))`);
      const [known] = await this.bySha256(tx, facts.sha256);
      if (known) return known;
      const [{ n }]: [{ n: number }] = await tx.query('SELECT count(*)::int AS n FROM imagenes');
      if (n >= IMAGENES_MAX) throw new AppError('limite_imagenes');
      const { sha256, modelo, version, piso, bytes } = facts;
      const [imagen]: [Imagen] = await tx.query(
        `INSERT INTO imagenes (sha256, modelo, version, piso, bytes, contenido, usuario_nombre, creada_ts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
        [sha256, modelo, version, piso, bytes, file, nombre, Date.now()],
      );
      const entry = { empresa_id: null, entidad: `imagen:${imagen.id}`, nombre: titleOf(imagen) };
      await writeAuditTrail(tx, caller, [{ ...entry, accion: 'imagen.subir', antes: null, despues: { ...facts } }]);
      return imagen;
    });
  }

  /** @throws AppError `no_encontrado`, `imagen_en_uso` while an open rollout installs it */
  async delete(caller: Caller, id: number): Promise<void> {
    requireGlobal(caller);
    await this.db.transaction(async (tx) => {
      const [imagen]: Imagen[] = await tx.query(`SELECT ${COLUMNS} FROM imagenes WHERE id = $1 FOR UPDATE`, [id]);
      if (!imagen) throw notFound();
      const used: unknown[] = await tx.query(
        `SELECT 1 FROM actualizaciones a WHERE a.firmware->>'tipo' = 'imagen' AND (a.firmware->>'imagen_id')::int = $1
           AND (a.estado IN ('activa', 'pausada') OR EXISTS (SELECT FROM actualizacion_placas p
             WHERE p.actualizacion_id = a.id AND p.estado = 'en_curso')) LIMIT 1`,
        [id],
      );
      if (used.length > 0) throw new AppError('imagen_en_uso');
      await tx.query('DELETE FROM imagenes WHERE id = $1', [id]);
      const { sha256, modelo, version, piso, bytes } = imagen;
      const antes = { sha256, modelo, version, piso, bytes };
      const entry = { empresa_id: null, entidad: `imagen:${id}`, nombre: titleOf(imagen) };
      await writeAuditTrail(tx, caller, [{ ...entry, accion: 'imagen.eliminar', antes, despues: null }]);
    });
  }

  /** The file itself. @throws AppError `no_encontrado` */
  async content(sha256: string): Promise<Buffer> {
    const [row]: { contenido: Buffer }[] = await this.db.query('SELECT contenido FROM imagenes WHERE sha256 = $1', [
      sha256,
    ]);
    if (!row) throw notFound();
    return row.contenido;
  }

  private bySha256(tx: EntityManager, sha256: string): Promise<Imagen[]> {
    return tx.query(`SELECT ${COLUMNS} FROM imagenes WHERE sha256 = $1`, [sha256]);
  }
}
