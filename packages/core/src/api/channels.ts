import {
  GET_CHANNEL,
  GET_CHANNELS,
  GET_DELIVERIES,
  RESEND_DELIVERY,
  TEST_CHANNEL,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Channel, ChannelTest, ChannelDelivery, DeliveryState } from "../types/channels.ts";
import { found } from "./found.ts";

/** Operations for channels, to which notifications are sent. Accounts with the permission `admin` create them in the UI. */
export interface ChannelOperations {
  /** Lists the channels by name. */
  getChannels(options?: CallOptions): Promise<Channel[]>;
  /** Returns a channel. Null if there is none. */
  getChannel(id: string, options?: CallOptions): Promise<Channel | null>;
  /** Returns a page of a channel's deliveries, newest first. Default: the first 50. */
  getDeliveries(
    channelId: string,
    page?: { state?: DeliveryState; first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<ChannelDelivery[]>;
  /** Sends a test notification. */
  testChannel(id: string, options?: CallOptions): Promise<ChannelTest>;
  /** Resends a notification that was delivered or has failed. */
  resendDelivery(id: string, options?: CallOptions): Promise<ChannelDelivery>;
}

export function createChannelOperations(transport: Transport): ChannelOperations {
  return {
    async getChannels(options) {
      return (await transport.graphql(GET_CHANNELS, {}, options)).channels;
    },
    async getChannel(id, options) {
      return (await transport.graphql(GET_CHANNEL, { id }, options)).channel;
    },
    async getDeliveries(channelId, page = {}, options) {
      const { channel } = await transport.graphql(GET_DELIVERIES, { channelId, ...page }, options);
      return found("getDeliveries", channelId, channel).deliveries;
    },
    async testChannel(id, options) {
      return (await transport.graphql(TEST_CHANNEL, { id }, options)).testChannel;
    },
    async resendDelivery(id, options) {
      return (await transport.graphql(RESEND_DELIVERY, { id }, options)).resendDelivery;
    },
  };
}
