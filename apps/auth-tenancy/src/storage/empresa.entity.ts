import type { TarifasStored } from '@acequia/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** pg returns `numeric` as text to keep every digit; plan costs fit a double. */
const amount = {
  to: (value: number | null): number | null => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};

@Entity('empresas')
export class EmpresaEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column('text')
  nombre!: string;

  @Column('text')
  telefono_celular!: string;

  /** Sealed by SecretBox with the context `empresa.token_telegram`; null = no token. */
  @Column('text', { nullable: true })
  token_telegram_cifrado!: string | null;

  @Column('text')
  telegram_chat_id!: string;

  @Column('numeric', { precision: 10, scale: 2, nullable: true, transformer: amount })
  costo_plan!: number | null;

  /** null or 0 = no limit. */
  @Column('integer', { nullable: true })
  limite_usuarios!: number | null;

  @Column('text')
  comunicador_numero!: string;

  @Column('text')
  comunicador_imei!: string;

  /** YYYY-MM-DD. */
  @Column('date', { nullable: true })
  comunicador_vencimiento!: string | null;

  /** YYYY-MM-DD, inclusive: the company is valid until that day ends in its zone. */
  @Column('date')
  fecha_vencimiento!: string;

  @Column('boolean')
  activa!: boolean;

  @Column('text')
  zona_horaria!: string;

  @Column('double precision', { nullable: true })
  latitud!: number | null;

  @Column('double precision', { nullable: true })
  longitud!: number | null;

  @Column('double precision', { nullable: true })
  altitud!: number | null;

  /** Price of a kWh; null = none, or several. */
  @Column('double precision', { nullable: true })
  tarifa_kwh!: number | null;

  /** Its prices by hour; null = tarifa_kwh says it all. */
  @Column('jsonb', { nullable: true })
  tarifas!: TarifasStored | null;

  /** Increases with every change; also the `rev` of the company's events. */
  @Column('integer')
  version!: number;
}
