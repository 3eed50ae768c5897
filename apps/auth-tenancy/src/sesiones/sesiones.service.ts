import { AppError, Email, type CallRequest, type SesionAbierta, type SesionVigente } from '@acequia/contracts';
import { LOGGER, SessionInvalidator, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { estaVigente, type Vigencia } from '../empresas/vigencia.js';
import { LoginThrottle, TooManyTries } from './login-throttle.js';
import { LoginTrail, type Refusal } from './login-trail.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionIssuer } from './session-issuer.js';
import { SesionesRepository, type Persona, type SesionAVerificar } from './sesiones.repository.js';

/** Whether somebody of this rol may be inside, as far as their company goes. */
const empresaPermite = (rol: Persona['rol'], empresa: Vigencia | null, moment: Date): boolean =>
  rol === 'admin_global' || (empresa !== null && estaVigente(empresa, moment));

/** Why somebody may not enter; null = they may. */
const refusalOf = (persona: Persona | null, matches: boolean, moment: Date): Refusal | null => {
  if (persona === null) return 'cuenta_desconocida';
  if (!matches) return 'clave_incorrecta';
  if (!persona.activo) return 'usuario_suspendido';
  return empresaPermite(persona.rol, persona.empresa, moment) ? null : 'empresa_no_vigente';
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
    private readonly invalidator: SessionInvalidator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One answer and one duration for every failure: each one costs exactly one hash, and who is suspended is told so no
   * more than who mistyped. @throws AppError `credenciales_invalidas`, `demasiadas_solicitudes`.
   */
  async entrar(pedido: CallRequest<'sesiones.entrar'>): Promise<SesionAbierta> {
    const { email, password, ip, navegador } = pedido;
    const attempt = await this.throttle
      .admit(email, ip, navegador)
      .catch((error: unknown) => this.turnedAway(pedido, error));
    const persona = await this.buscar(email);
    const matches = await this.hasher.verificar(persona?.clave_hash ?? null, password, attempt);
    const motivo = refusalOf(persona, matches, new Date());
    const abierta =
      persona === null || motivo !== null ? null : await this.issuer.open(this.dataSource.manager, persona, pedido);
    if (persona === null || abierta === null) {
      await this.throttle.failed(attempt);
      await this.trail.refused(persona, email, pedido, motivo ?? 'clave_incorrecta');
      throw new AppError('credenciales_invalidas');
    }
    await this.throttle.succeeded(attempt);
    await this.trail.entered(persona, pedido);
    return abierta;
  }

  async salir(sid: string): Promise<void> {
    await this.sesiones.cerrar(sid);
    // Its row is gone: what services still believe for 3 s is all that is lost when Redis is away.
    await this.invalidator
      .endSid(sid)
      .catch((err: unknown) => this.logger.warn({ err }, 'The session cache was not told of a logout'));
  }

  /** Those of the list that still hold, from Postgres. */
  async verificar(pedidas: readonly SesionAVerificar[]): Promise<SesionVigente[]> {
    if (pedidas.length === 0) return [];
    const esperadas = new Map(pedidas.map((pedida) => [pedida.sid, pedida]));
    const abiertas = await this.sesiones.abiertas([...esperadas.keys()]);
    const ahora = new Date();
    return abiertas
      .filter(({ sid, usuario_id, ver, rol, empresa }) => {
        const esperada = esperadas.get(sid);
        return esperada?.usuario_id === usuario_id && esperada.ver === ver && empresaPermite(rol, empresa, ahora);
      })
      .map(({ sid, usuario_id, rol, empresa_id, ver }) => ({ sid, usuario_id, rol, empresa_id, ver }));
  }

  /** A flood leaves a row each time that it has doubled. */
  private async turnedAway(pedido: CallRequest<'sesiones.entrar'>, error: unknown): Promise<never> {
    if (error instanceof TooManyTries && Number.isInteger(Math.log2(error.over))) {
      const persona = await this.buscar(pedido.email);
      await this.trail.refused(persona, pedido.email, pedido, 'demasiados_intentos', error.over);
    }
    throw error;
  }

  /** What is not an address at all is nobody's; it need not reach the database. */
  private async buscar(email: string): Promise<Persona | null> {
    const parsed = Email.safeParse(email);
    return parsed.success ? this.sesiones.porEmail(parsed.data) : null;
  }
}
