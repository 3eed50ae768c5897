import { AppError, type Caller, type CallRequest, type SesionAbierta } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { PROPIO } from '../acceso.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { Transactions } from '../transactions.js';
import { anotacionDeUsuario } from '../usuarios/usuario.retrato.js';
import { UsuariosRepository } from '../usuarios/usuarios.repository.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionIssuer } from './session-issuer.js';
import { SessionsEnd } from './sessions-end.js';
import { SesionesRepository } from './sesiones.repository.js';

/** Mi cuenta: what a person changes about themself. */
@Injectable()
export class CuentaService {
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

  /**
   * Ends every session of the person and answers with a new one.
   * @throws AppError `clave_actual_incorrecta`, `clave_comun`, `demasiadas_solicitudes`, `sesion_invalida` when the account
   * changed meanwhile.
   */
  async cambiarClave(caller: Caller, pedido: CallRequest<'cuenta.cambiar_clave'>): Promise<SesionAbierta> {
    if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
    // An open session left alone is no place to guess the password from either.
    const attempt = await this.throttle.admitPerson(caller.usuario_id);
    const persona = await this.sesiones.porId(caller.usuario_id);
    const matches = await this.hasher.verificar(persona?.clave_hash ?? null, pedido.actual);
    if (!persona || !matches) throw new AppError('clave_actual_incorrecta');
    await attempt.succeeded();
    const { nombre, email, empresa_nombre: empresa } = persona;
    const clave_hash = await this.hasher.nueva(pedido.nueva, { nombre, email, empresa });
    return this.transactions.run(async (tx) => {
      const fila = await this.usuarios.bloquear(tx, PROPIO, persona.id);
      if (fila.ver !== persona.ver || !fila.activo) throw new AppError('sesion_invalida');
      await this.usuarios.in(tx).update(PROPIO, { id: fila.id }, { clave_hash, ver: fila.ver + 1 });
      await this.ends.ofUsuarios(tx, [fila.id]);
      const cambio = anotacionDeUsuario('usuario.cambiar_clave', fila, {}, { clave: 'cambiada' });
      await this.auditoria.anotar(tx, caller, [cambio]);
      const abierta = await this.issuer.open(tx, { ...persona, ver: fila.ver + 1 }, pedido);
      if (!abierta) throw new AppError('sesion_invalida');
      return abierta;
    });
  }
}
