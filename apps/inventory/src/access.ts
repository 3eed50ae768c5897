export { requestedEmpresa, requireAdmin, requireEmpresa, requireGlobal } from '@acequia/service-kit';
