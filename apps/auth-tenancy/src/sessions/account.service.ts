import { AppError, type Caller, type CallRequest, type OpenSession, type UsuarioDeSesion } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { OWN } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { Transactions } from '../storage/transactions.js';
import { usuarioEntry } from '../storage/usuario.retrato.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionIssuer, sessionUser } from './session-issuer.js';
import { SessionsEnd } from './sessions-end.js';
import { SesionesRepository } from '../storage/sesiones.repository.js';

/** Mi cuenta: what a person reads and changes of their own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sesiones: SesionesRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly issuer: SessionIssuer,
    private readonly ends: SessionsEnd,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** @throws AppError `sesion_invalida` for a person who was deleted */
  async read(caller: Caller): Promise<UsuarioDeSesion> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    const persona = await this.sesiones.byId(caller.usuario_id);
    if (!persona) throw new AppError('sesion_invalida');
    return sessionUser(persona);
  }

  /**
   * Ends every session of the person and opens a new one.
   * @throws AppError `clave_actual_incorrecta`, `clave_comun`, `demasiadas_solicitudes`, `sesion_invalida` when the account
   * changed meanwhile.
   */
  async changePassword(caller: Caller, request: CallRequest<'cuenta.cambiar_clave'>): Promise<OpenSession> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    // Throttled, so that an unattended session cannot be used to guess the password; changes count too, because to judge one is work.
    await this.throttle.admitPerson(caller.usuario_id);
    const persona = await this.sesiones.byId(caller.usuario_id);
    const matches = await this.hasher.verificar(persona?.clave_hash ?? null, request.actual);
    if (!persona || !matches) throw new AppError('clave_actual_incorrecta');
    const { nombre, email, empresa_nombre: empresa } = persona;
    const clave_hash = await this.hasher.hashNew(request.nueva, { nombre, email, empresa });
    return this.transactions.run(async (tx) => {
      const fila = await this.usuarios.lockRow(tx, OWN, persona.id);
      if (fila.ver !== persona.ver || !fila.activo) throw new AppError('sesion_invalida');
      await this.usuarios.in(tx).update(OWN, { id: fila.id }, { clave_hash, ver: fila.ver + 1 });
      await this.ends.ofUsuarios(tx, [fila.id]);
      const cambio = usuarioEntry('usuario.cambiar_clave', fila, {}, { clave: 'cambiada' });
      await this.auditoria.note(tx, caller, [cambio]);
      const isOpen = await this.issuer.open(tx, { ...persona, ver: fila.ver + 1 }, request);
      if (!isOpen) throw new AppError('sesion_invalida');
      return isOpen;
    });
  }
}
