import { AppError } from '@acequia/contracts';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OWN } from '../access.js';
import { NOTHING } from '../asignaciones/assignables.js';
import type { AuthTenancyEnv } from '../env.js';
import { PasswordHasher } from '../sessions/password-hasher.js';
import { Transactions } from '../storage/transactions.js';
import { UsuarioWriter } from './usuario-writer.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';

const NOMBRE = 'Administrador';

/** Creates the first admin_global of an installation that has none. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly usuarios: UsuariosRepository,
    private readonly hasher: PasswordHasher,
    private readonly writer: UsuarioWriter,
    @Inject(ENV) private readonly env: AuthTenancyEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ACEQUIA_ADMIN_EMAIL: email, ACEQUIA_ADMIN_PASSWORD: clave } = this.env;
    if (email === undefined || clave === undefined || (await this.hasAdministrator())) return;
    const clave_hash = await this.hasher
      .hashNew(clave, { nombre: NOMBRE, email, empresa: null })
      .catch((cause: unknown) => {
        const common = cause instanceof AppError && cause.codigo === 'clave_comun';
        throw common ? new Error('ACEQUIA_ADMIN_PASSWORD is too common', { cause }) : cause;
      });
    await this.transactions.run(async (tx) => {
      // When two instances start at once, the second one finds the account created by the first.
      await this.usuarios.lockAdministrators(tx);
      if ((await this.usuarios.in(tx).count(OWN, { rol: 'admin_global' })) > 0) return;
      if ((await this.usuarios.in(tx).count(OWN, { email })) > 0) {
        this.logger.error(
          'ACEQUIA_ADMIN_EMAIL belongs to a user who is not an admin_global: no administrator was made',
        );
        return;
      }
      const created = {
        nombre: NOMBRE,
        email,
        clave_hash,
        rol: 'admin_global',
        empresa_id: null,
        activo: true,
      } as const;
      await this.writer.insert(tx, OWN, created, NOTHING);
      this.logger.info('The first admin_global was made');
    });
  }

  private async hasAdministrator(): Promise<boolean> {
    return (await this.usuarios.count(OWN, { rol: 'admin_global' })) > 0;
  }
}
