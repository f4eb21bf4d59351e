//! The engine in process, over a store in memory: the same requests that travel over the socket.

mod door;
mod faults;
mod harness;
mod passes;
mod reading;
mod transfer;
mod writing;
