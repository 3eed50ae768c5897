import { AppError, Email, type CallRequest, type SesionAbierta, type SesionVigente } from '@acequia/contracts';
import { LOGGER, SessionInvalidator, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { estaVigente, type Vigencia } from '../empresas/vigencia.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionIssuer } from './session-issuer.js';
import { SesionesRepository, type Persona, type SesionAVerificar } from './sesiones.repository.js';

/** Whether somebody of this rol may be inside, as far as their company goes. */
const empresaPermite = (rol: Persona['rol'], empresa: Vigencia | null, moment: Date): boolean =>
  rol === 'admin_global' || (empresa !== null && estaVigente(empresa, moment));

@Injectable()
export class SesionesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sesiones: SesionesRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly issuer: SessionIssuer,
    private readonly invalidator: SessionInvalidator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One answer and one duration for every failure: each one costs exactly one hash, and who is suspended is told so no
   * more than who mistyped. @throws AppError `credenciales_invalidas`, `demasiadas_solicitudes`.
   */
  async entrar(pedido: CallRequest<'sesiones.entrar'>): Promise<SesionAbierta> {
    const { email, password, ip } = pedido;
    const attempt = await this.throttle.admit(email, ip);
    const persona = await this.buscar(email);
    const matches = await this.hasher.verificar(persona?.clave_hash ?? null, password);
    const puede = persona !== null && persona.activo && empresaPermite(persona.rol, persona.empresa, new Date());
    const abierta = matches && puede ? await this.issuer.open(this.dataSource.manager, persona, pedido) : null;
    if (abierta === null) {
      await this.throttle.failed(attempt);
      throw new AppError('credenciales_invalidas');
    }
    await this.throttle.succeeded(attempt);
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

  /** What is not an address at all is nobody's; it need not reach the database. */
  private async buscar(email: string): Promise<Persona | null> {
    const parsed = Email.safeParse(email);
    return parsed.success ? this.sesiones.porEmail(parsed.data) : null;
  }
}
