import { AppError, Email, type CallRequest, type OpenSession, type ValidSession } from '@acequia/contracts';
import { LOGGER, SessionInvalidator, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isValid, type Validity } from '../storage/validity.js';
import { type Attempt, LoginThrottle, TooManyTries } from './login-throttle.js';
import { LoginTrail, type Refusal } from './login-trail.js';
import { PasswordHasher } from './password-hasher.js';
import { SecondStepService } from './second-step.service.js';
import { SessionIssuer } from './session-issuer.js';
import { SesionesRepository, type Persona, type SessionToVerify } from '../storage/sesiones.repository.js';

/** True when the company does not prevent a person with this rol from logging in. */
const empresaAllows = (rol: Persona['rol'], empresa: Validity | null, moment: Date): boolean =>
  rol === 'admin_global' || (empresa !== null && isValid(empresa, moment));

/** Reason to refuse a login; null = accepted. */
const refusalOf = (persona: Persona | null, matches: boolean, moment: Date): Refusal | null => {
  if (persona === null) return 'cuenta_desconocida';
  if (!matches) return 'clave_incorrecta';
  if (!persona.activo) return 'usuario_suspendido';
  return empresaAllows(persona.rol, persona.empresa, moment) ? null : 'empresa_no_vigente';
};

@Injectable()
export class SesionesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sesiones: SesionesRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly trail: LoginTrail,
    private readonly issuer: SessionIssuer,
    private readonly secondStep: SecondStepService,
    private readonly invalidator: SessionInvalidator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Every failure has the same answer and the same duration: each costs exactly one hash, and a suspended person gets the same
   * answer as one who mistyped. Whoever has a second step is asked for it only after the right password.
   * @throws AppError `credenciales_invalidas`, `falta_codigo`, `codigo_incorrecto`, `demasiadas_solicitudes`.
   */
  async logIn(request: CallRequest<'sesiones.entrar'>): Promise<OpenSession> {
    const { email, password, ip, navegador } = request;
    const attempt = await this.throttle
      .admit(email, ip, navegador)
      .catch((error: unknown) => this.turnedAway(request, error));
    const persona = await this.search(email);
    const matches = await this.hasher.verificar(persona?.clave_hash ?? null, password, attempt);
    const motivo = refusalOf(persona, matches, new Date());
    if (persona !== null && motivo === null) await this.requireSecondStep(persona, request, attempt);
    const isOpen =
      persona === null || motivo !== null ? null : await this.issuer.open(this.dataSource.manager, persona, request);
    if (persona === null || isOpen === null) {
      await this.throttle.failed(attempt);
      await this.trail.refused(persona, email, request, motivo ?? 'clave_incorrecta');
      throw new AppError('credenciales_invalidas');
    }
    await this.throttle.succeeded(attempt);
    await this.trail.entered(persona, request);
    return isOpen;
  }

  private async requireSecondStep(
    persona: Persona,
    request: CallRequest<'sesiones.entrar'>,
    attempt: Attempt,
  ): Promise<void> {
    const outcome = await this.secondStep.check(persona.id, request.codigo);
    if (outcome === 'passed') return;
    if (outcome === 'missing') {
      // The password was right: what follows is another try.
      await this.throttle.refunded(attempt);
      throw new AppError('falta_codigo');
    }
    await this.throttle.failed(attempt);
    await this.trail.refused(persona, request.email, request, 'codigo_incorrecto');
    throw new AppError('codigo_incorrecto');
  }

  async logOut(sid: string): Promise<void> {
    await this.sesiones.close(sid);
    // The session's row is gone: when Redis is away, caches accept the session for at most 3 s more.
    await this.invalidator
      .endSid(sid)
      .catch((err: unknown) => this.logger.warn({ err }, 'The session cache was not told of a logout'));
  }

  /** The valid sessions of the list, from Postgres. */
  async verificar(wanted: readonly SessionToVerify[]): Promise<ValidSession[]> {
    if (wanted.length === 0) return [];
    const owed = new Map(wanted.map((requested) => [requested.sid, requested]));
    const opened = await this.sesiones.opened([...owed.keys()]);
    const now = new Date();
    return opened
      .filter(({ sid, usuario_id, ver, rol, empresa }) => {
        const expected = owed.get(sid);
        return expected?.usuario_id === usuario_id && expected.ver === ver && empresaAllows(rol, empresa, now);
      })
      .map(({ empresa: _, falta_segundo_paso, ...session }) => ({
        ...session,
        ...(falta_segundo_paso && { falta_segundo_paso: 1 as const }),
      }));
  }

  /** During a flood writes a trail row only each time the count has doubled. */
  private async turnedAway(request: CallRequest<'sesiones.entrar'>, error: unknown): Promise<never> {
    if (error instanceof TooManyTries && Number.isInteger(Math.log2(error.over))) {
      const persona = await this.search(request.email);
      await this.trail.refused(persona, request.email, request, 'demasiados_intentos', error.over);
    }
    throw error;
  }

  /** A text that is not an e-mail address matches no account, so the database is not asked. */
  private async search(email: string): Promise<Persona | null> {
    const parsed = Email.safeParse(email);
    return parsed.success ? this.sesiones.byEmail(parsed.data) : null;
  }
}
