import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { ConnectionsService } from './connections.service.js';
import { LeaseStore } from './lease.store.js';
import { LinkHistory } from './link-history.js';
import { LinkRepository } from './link.repository.js';
import { LinkService } from './link.service.js';
import { PresencePublisher } from './presence.publisher.js';

/** Which boards are connected, and what they report about their link. */
@Module({
  imports: [ChangesModule, RegistryModule],
  providers: [LinkHistory, PresencePublisher, LeaseStore, LinkRepository, LinkService, ConnectionsService],
  exports: [LinkHistory, LeaseStore, LinkRepository, LinkService, ConnectionsService],
})
export class PresenceModule {}
