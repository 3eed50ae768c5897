import { deriveKey, ENV } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import type { AuthTenancyEnv } from '../env.js';
import { AccountService } from './account.service.js';
import { LoginThrottle } from './login-throttle.js';
import { LoginTrail } from './login-trail.js';
import { PasswordHasher } from './password-hasher.js';
import { SesionesHandlers } from './sesiones.handlers.js';
import { SesionesService } from './sesiones.service.js';
import { SessionIssuer } from './session-issuer.js';
import { SessionSweeper } from './session-sweeper.js';
import { SessionsEnd } from './sessions-end.js';

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [ENV],
      useFactory: (env: AuthTenancyEnv) => ({
        secret: deriveKey(env.ACEQUIA_SECRET_KEY, 'jwt'),
        signOptions: { algorithm: 'HS256' },
      }),
    }),
  ],
  controllers: [SesionesHandlers],
  providers: [
    AccountService,
    LoginThrottle,
    LoginTrail,
    PasswordHasher,
    SesionesService,
    SessionIssuer,
    SessionSweeper,
    SessionsEnd,
  ],
  exports: [PasswordHasher, SessionsEnd],
})
export class SesionesModule {}
