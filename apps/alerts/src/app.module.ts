import { Bus, BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule, provideGrants, provideResealer } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { Reach } from './reach.js';
import { AuditoriaHandlers } from './audit/audit.handlers.js';
import { AuditoriaService } from './audit/audit.service.js';
import { AvisosHandlers } from './avisos/avisos.handlers.js';
import { AvisosLive } from './avisos/avisos.live.js';
import { AvisosService } from './avisos/avisos.service.js';
import { Sight } from './avisos/sight.js';
import { ChannelsHandlers } from './channels/channels.handlers.js';
import { ChannelsService, SECRET_CONTEXT } from './channels/channels.service.js';
import { CommunicatorService } from './channels/communicator.service.js';
import { SettingsService } from './channels/settings.service.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { MailChannel } from './deliveries/mail.channel.js';
import { MessagesService } from './deliveries/messages.service.js';
import { Outgoing } from './deliveries/outgoing.js';
import { Readers } from './sender/readers.js';
import { Sender } from './sender/sender.js';
import { WebhookChannel } from './channels/webhook.channel.js';
import { DossierFiles } from './dossier/dossier-files.js';
import { DossierJob } from './dossier/dossier.job.js';
import { DossieresHandlers } from './dossier/dossieres.handlers.js';
import { DossieresService } from './dossier/dossieres.service.js';
import { Figures } from './dossier/figures.service.js';
import type { AlertsEnv } from './env.js';
import { AlarmMetrics } from './deliveries/alarm-metrics.js';
import { AlarmsRepository } from './evaluation/alarms.repository.js';
import { ChangesReader } from './evaluation/changes.reader.js';
import { Companies } from './evaluation/companies.js';
import { Evaluator } from './evaluation/evaluator.js';
import { Reminders } from './evaluation/reminders.js';
import { Partitions } from './evaluation/partitions.js';
import { CompanyNews } from './field/company-news.js';
import { FieldRepository } from './field/field.repository.js';
import { Modem } from './field/modem.js';
import { ProjectionHandlers } from './field/projection.handlers.js';
import { ProjectionRepository } from './field/projection.repository.js';
import { MIGRATIONS } from './migrations.js';
import { PushChannel } from './push/push.channel.js';
import { PushHandlers } from './push/push.handlers.js';
import { PushService, SUBSCRIPTION_CONTEXT } from './push/push.service.js';
import { VAPID_CONTEXT, VapidService } from './push/vapid.service.js';
import { QuietHandlers } from './quiet/quiet.handlers.js';
import { QuietService } from './quiet/quiet.service.js';
import { GuardiaHandlers } from './guardia/guardia.handlers.js';
import { GuardiaService } from './guardia/guardia.service.js';
import { RotaRepository } from './rota/rota.repository.js';
import { PreviewService } from './rules/preview.service.js';
import { ReglasHandlers } from './rules/rules.handlers.js';
import { ReglasService } from './rules/rules.service.js';
import { SCHEMA } from './schema.js';
import { SilenciosHandlers } from './silences/silences.handlers.js';
import { SilenciosService } from './silences/silences.service.js';
import { GammuTransport } from './sms/gammu.transport.js';
import { HttpTransport } from './sms/http.transport.js';
import { PhonesHandlers } from './sms/phones.handlers.js';
import { PhonesService } from './sms/phones.service.js';
import { SmsChannel } from './sms/sms.channel.js';
import { SmsReplies } from './sms/sms.replies.js';
import { SmsDay } from './sms/sms-day.js';
import { PlatformAcks } from './sms/platform-acks.js';
import { SmsHandlers } from './sms/sms.handlers.js';
import { SmsRepository } from './sms/sms.repository.js';
import { SmsTransports } from './sms/sms-transports.js';
import { SummaryHandlers } from './summary/summary.handlers.js';
import { SummaryJob } from './summary/summary.job.js';
import { EnergyPrices } from './priced-energy.js';
import { SummaryService } from './summary/summary.service.js';
import { BackupMetric } from './system/backup-metric.js';
import { PlatformDuty } from './system/platform-duty.js';
import { SystemJob } from './system/system.job.js';
import { TelegramAccounts } from './telegram/accounts.js';
import { LinkService } from './telegram/link.service.js';
import { Pace } from './telegram/pace.js';
import { Poller } from './telegram/poller.js';
import { Presses } from './telegram/presses.js';
import { ProbeService } from './telegram/probe.service.js';
import { Recovery } from './telegram/recovery.js';
import { TelegramChannel } from './telegram/telegram.channel.js';
import { TelegramClient } from './telegram/telegram.client.js';
import { TelegramHandlers } from './telegram/telegram.handlers.js';
import { ChannelTrials } from './trials/trials.service.js';

@Module({})
export class AppModule {
  static forRoot(env: AlertsEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'alerts', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [],
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('alerts', env)),
      ],
      controllers: [
        ProjectionHandlers,
        AvisosHandlers,
        ReglasHandlers,
        SilenciosHandlers,
        ChannelsHandlers,
        TelegramHandlers,
        PushHandlers,
        QuietHandlers,
        PhonesHandlers,
        SmsHandlers,
        GuardiaHandlers,
        SummaryHandlers,
        SummaryJob,
        DossieresHandlers,
        DossierJob,
        SystemJob,
        AuditoriaHandlers,
        Sender,
      ],
      providers: [
        provideGrants('alerts', Bus),
        provideResealer('alerts', [
          { table: 'canales', key: 'id', column: 'secreto_cifrado', context: SECRET_CONTEXT },
          { table: 'suscripciones', key: 'clave', column: 'endpoint_cifrado', context: SUBSCRIPTION_CONTEXT },
          { table: 'suscripciones', key: 'clave', column: 'claves_cifradas', context: SUBSCRIPTION_CONTEXT },
          { table: 'claves', key: 'nombre', column: 'valor_cifrado', context: VAPID_CONTEXT },
        ]),
        Reach,
        AuditoriaService,
        CompanyNews,
        ProjectionRepository,
        AvisosLive,
        AvisosService,
        Sight,
        ReglasService,
        SilenciosService,
        PreviewService,
        ChannelsService,
        CommunicatorService,
        SettingsService,
        MessagesService,
        EnergyPrices,
        SummaryService,
        Figures,
        DossierFiles,
        DossieresService,
        VapidService,
        PushService,
        PushChannel,
        GammuTransport,
        HttpTransport,
        SmsTransports,
        ChannelTrials,
        SmsRepository,
        SmsDay,
        PhonesService,
        SmsChannel,
        SmsReplies,
        RotaRepository,
        GuardiaService,
        PlatformAcks,
        PlatformDuty,
        QuietService,
        Outgoing,
        Readers,
        DeliveriesRepository,
        MailChannel,
        WebhookChannel,
        TelegramAccounts,
        TelegramClient,
        TelegramChannel,
        Pace,
        LinkService,
        Presses,
        Recovery,
        Poller,
        ProbeService,
        Modem,
        FieldRepository,
        AlarmMetrics,
        BackupMetric,
        AlarmsRepository,
        Companies,
        ChangesReader,
        Partitions,
        Evaluator,
        Reminders,
      ],
    };
  }
}
