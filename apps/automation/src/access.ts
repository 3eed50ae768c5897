export { requireAdmin, requireEmpresa } from '@acequia/service-kit';
