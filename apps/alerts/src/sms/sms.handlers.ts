import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { SmsReplies } from './sms.replies.js';

@Controller()
export class SmsHandlers {
  constructor(private readonly replies: SmsReplies) {}

  @HandlesCall('sms.responder')
  async reply(request: CallRequest<'sms.responder'>, { caller }: CallContext): Promise<CallResponse<'sms.responder'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    await this.replies.posted(request);
    return {};
  }
}
