import {
  AppError,
  type Caller,
  type CallRequest,
  Codigo,
  type Respaldos,
  type SegundoPaso,
  type SegundoPasoKey,
} from '@acequia/contracts';
import { hashOfToken, SecretBox, SessionInvalidator } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { OWN } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { SECOND_STEP_CONTEXT, type SecondStep, SecondStepsRepository } from '../storage/second-steps.repository.js';
import { type Persona, SesionesRepository } from '../storage/sesiones.repository.js';
import { Transactions } from '../storage/transactions.js';
import { usuarioEntry } from '../storage/usuario.retrato.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { LoginThrottle } from './login-throttle.js';
import { keyUri, newKey, newRecoveryCodes, windowOf } from './one-time-code.js';
import { PasswordHasher } from './password-hasher.js';

/** A person's second step: set up with an authenticator app, asked for at each login, taken back. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly steps: SecondStepsRepository,
    private readonly sesiones: SesionesRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly box: SecretBox,
    private readonly transactions: Transactions,
    private readonly auditoria: AuditoriaService,
    private readonly invalidator: SessionInvalidator,
  ) {}

  /**
   * Whether a login needs a code, and whether this one is it. Guesses are counted for the person, from wherever they come: only who knows
   * the password gets this far. @param codigo as typed @throws AppError `demasiadas_solicitudes`.
   */
  async check(usuario_id: number, codigo: string | undefined): Promise<'passed' | 'missing' | 'wrong'> {
    const step = await this.steps.of(usuario_id);
    if (!step?.confirmado) return 'passed';
    if (codigo === undefined || codigo.trim() === '') return 'missing';
    const guess = await this.throttle.admitPerson(usuario_id);
    const typed = Codigo.safeParse(codigo);
    if (!typed.success || !(await this.use(usuario_id, step, typed.data))) return 'wrong';
    await guess.succeeded();
    return 'passed';
  }

  async read(caller: Caller): Promise<SegundoPaso> {
    const { persona, step } = await this.own(caller);
    const exigido = persona.segundo_paso_exigido ? 1 : 0;
    const confirmado = step?.confirmado ?? null;
    return { desde: confirmado?.getTime() ?? null, respaldos: confirmado ? (step?.respaldos ?? 0) : 0, exigido };
  }

  /** A key that counts once it is confirmed. @throws AppError `clave_actual_incorrecta`, `demasiadas_solicitudes`, `datos_invalidos`. */
  async prepare(caller: Caller, { actual }: CallRequest<'cuenta.preparar_segundo_paso'>): Promise<SegundoPasoKey> {
    const { persona } = await this.own(caller);
    await this.requirePassword(persona, actual);
    const clave = newKey();
    const sealed = this.box.encrypt(clave, SECOND_STEP_CONTEXT);
    if (!(await this.steps.prepare(persona.id, sealed))) throw new AppError('version_vieja');
    return { clave, uri: keyUri(clave, persona.email) };
  }

  /** @returns recovery codes, told once @throws AppError `codigo_incorrecto`, `demasiadas_solicitudes`. */
  async confirm(caller: Caller, { codigo }: CallRequest<'cuenta.confirmar_segundo_paso'>): Promise<Respaldos> {
    const { persona, step } = await this.own(caller);
    const guess = await this.throttle.admitPerson(persona.id);
    const ventana = step && windowOf(this.keyOf(step), codigo);
    if (!step || ventana === null) throw new AppError('codigo_incorrecto');
    const respaldos = newRecoveryCodes();
    await this.transactions.run(async (tx) => {
      if (!(await this.steps.confirm(tx, persona.id, step, ventana, respaldos.map(hashOfToken))))
        throw new AppError('version_vieja');
      await this.auditoria.note(tx, caller, [usuarioEntry('usuario.activar_segundo_paso', persona, null, null)]);
      this.transactions.afterCommit(tx, () => this.invalidator.endUsuario(persona.id));
    });
    await guess.succeeded();
    return { respaldos };
  }

  /** @throws AppError `clave_actual_incorrecta`, `codigo_incorrecto`, `demasiadas_solicitudes`. */
  async remove(caller: Caller, { actual, codigo }: CallRequest<'cuenta.quitar_segundo_paso'>): Promise<void> {
    const { persona, step } = await this.own(caller);
    await this.requirePassword(persona, actual);
    const guess = await this.throttle.admitPerson(persona.id);
    if (!step || !(await this.use(persona.id, step, codigo))) throw new AppError('codigo_incorrecto');
    await guess.succeeded();
    await this.transactions.run(async (tx) => {
      const fila = await this.usuarios.lockRow(tx, OWN, persona.id);
      if (!(await this.steps.remove(tx, persona.id))) return;
      await this.auditoria.note(tx, caller, [usuarioEntry('usuario.quitar_segundo_paso', fila, null, null)]);
      this.transactions.afterCommit(tx, () => this.invalidator.endUsuario(persona.id));
    });
  }

  private async own(caller: Caller): Promise<{ persona: Persona; step: SecondStep | null }> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    const [persona, step] = await Promise.all([
      this.sesiones.byId(caller.usuario_id),
      this.steps.of(caller.usuario_id),
    ]);
    if (!persona) throw new AppError('sesion_invalida');
    return { persona, step };
  }

  private async requirePassword(persona: Persona, clave: string): Promise<void> {
    const attempt = await this.throttle.admitPerson(persona.id);
    if (!(await this.hasher.verificar(persona.clave_hash, clave))) throw new AppError('clave_actual_incorrecta');
    await attempt.succeeded();
  }

  /** A code counts once: who looks over a shoulder must not get in with it too. */
  private use(usuario_id: number, step: SecondStep, codigo: string): Promise<boolean> {
    if (codigo.length > 6) return this.steps.useRecovery(usuario_id, hashOfToken(codigo));
    const ventana = windowOf(this.keyOf(step), codigo);
    return ventana === null ? Promise.resolve(false) : this.steps.useWindow(usuario_id, ventana);
  }

  private keyOf({ clave_cifrada }: SecondStep): string {
    return this.box.decrypt(clave_cifrada, SECOND_STEP_CONTEXT);
  }
}
