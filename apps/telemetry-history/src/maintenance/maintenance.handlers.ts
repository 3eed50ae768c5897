import { HandlesJob } from '@acequia/bus';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletionService } from './deletion/deletion.service.js';
import { PartitionsService } from './partitions/partitions.service.js';

/** Runs the hourly maintenance. */
@Controller()
export class MaintenanceHandlers implements OnApplicationBootstrap {
  constructor(
    private readonly partitions: PartitionsService,
    private readonly deletion: DeletionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A failure here is harmless: ingest creates the partitions that it needs. */
  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.keepUp().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Partitions could not be made ahead');
    });
  }

  @HandlesJob('telemetria.particiones')
  async particiones(): Promise<void> {
    await this.partitions.keepUp();
    await this.deletion.review();
  }
}
